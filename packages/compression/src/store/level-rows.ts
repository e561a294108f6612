import {
  type CompressedSegment,
  type CompressionLevel,
  anchorKinds,
  compressionLevelNames,
} from '@lexichord/abstractions';
import { z } from 'zod';

import { conversationHash, parseSegmentId } from '../segment-id.js';
import type { LevelRow } from './compression-tables.js';
import { rowPlace } from './row-place.js';
import { storedLevels } from './segment-rows.js';

const offset = z.int().min(0);

const anchorSchema = z.object({
  kind: z.enum(anchorKinds),
  text: z.string(),
  importance: z.number(),
  messageId: z.string(),
  startOffset: offset,
  endOffset: offset,
});

const markerSchema = z.object({
  id: z.string(),
  segmentId: z.string(),
  label: z.string(),
  targetLevel: z.literal([0, 1, 2, 3]),
  startOffset: offset,
  endOffset: offset,
  messageIds: z.array(z.string()),
});

/** What a level is beside its text and place. */
const restSchema = z.object({
  segmentId: z.string(),
  conversationId: z.string(),
  anchors: z.array(anchorSchema),
  markers: z.array(markerSchema),
  tokenCount: offset,
  originalTokenCount: offset,
  compressedMs: z.number(),
});

export function levelKey(segmentId: string, level: CompressionLevel): string {
  return `${segmentId}:${level}`;
}

/** @param conversation hash of its id */
export function levelPlace(conversation: string, number: number, level: CompressionLevel): number {
  return rowPlace(conversation, number * compressionLevelNames.length + level);
}

export function toLevelRow({ level, content, ...rest }: CompressedSegment, storedMs: number): LevelRow {
  const { segmentId, conversationId } = rest;
  const conversation = conversationHash(conversationId);
  const number = parseSegmentId(segmentId)?.number ?? 0;
  return {
    key: levelKey(segmentId, level),
    conversation,
    number,
    level,
    place: levelPlace(conversation, number, level),
    content,
    rest: JSON.stringify(rest),
    storedMs,
  };
}

/** `undefined` for a row that cannot be what was written. */
export function toLevel({ key, level, content, rest }: LevelRow): CompressedSegment | undefined {
  const known = storedLevels.find((one) => one === level);
  if (known === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(rest);
  } catch {
    return undefined;
  }
  const { data } = restSchema.safeParse(value);
  return data === undefined || key !== levelKey(data.segmentId, known) ? undefined : { ...data, level: known, content };
}
