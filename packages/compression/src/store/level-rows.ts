import {
  type CompressedSegment,
  type CompressionLevel,
  anchorKinds,
  compressionLevelNames,
} from '@lexichord/abstractions';
import { z } from 'zod';

import { conversationHash, parseSegmentId } from '../segment-id.js';
import { type LevelRow, rowPosition } from './compression-tables.js';
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

const share = z.number();
const maker = z.enum(['rules', 'model']);

/** The messages that a level was made from. Another segment may have its id now. */
const sourceSchema = z.object({
  /** Life of the conversation. */
  life: z.int(),
  /** Index of the first message in the conversation. */
  firstMessage: offset,
  messageCount: offset,
});

/** The messages that a level was made from. */
export type LevelSource = Readonly<z.output<typeof sourceSchema>>;

/** A level and its source. */
export interface SourcedLevel {
  readonly level: CompressedSegment;
  readonly source: LevelSource;
}

/** Fields of a level besides its text and position. */
const restSchema = z.object({
  source: sourceSchema,
  segmentId: z.string(),
  conversationId: z.string(),
  anchors: z.array(anchorSchema),
  markers: z.array(markerSchema),
  tokenCount: offset,
  originalTokenCount: offset,
  compressedMs: z.number(),
  making: z
    .object({
      by: maker,
      anchorsBy: maker,
      shares: z.object({ detailed: share, brief: share, tags: share }),
      counter: z.string(),
    })
    .optional(),
});

export function levelKey(segmentId: string, level: CompressionLevel): string {
  return `${segmentId}:${level}`;
}

/** @param conversation hash of its id */
export function levelPosition(conversation: string, number: number, level: CompressionLevel): number {
  return rowPosition(conversation, number * compressionLevelNames.length + level);
}

export function toLevelRow({ level: { level, content, ...rest }, source }: SourcedLevel, storedMs: number): LevelRow {
  const { segmentId, conversationId } = rest;
  const conversation = conversationHash(conversationId);
  const number = parseSegmentId(segmentId)?.number ?? 0;
  return {
    key: levelKey(segmentId, level),
    conversation,
    number,
    level,
    place: levelPosition(conversation, number, level),
    content,
    rest: JSON.stringify({ ...rest, source }),
    storedMs,
  };
}

/** Reads a level from its row; `undefined` for a damaged row. */
export function toLevel(row: LevelRow): SourcedLevel | undefined {
  const level = storedLevels.find((one) => one === row.level);
  if (level === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(row.rest);
  } catch {
    return undefined;
  }
  const { data } = restSchema.safeParse(value);
  if (data === undefined) return undefined;
  const { source, ...told } = data;
  const stored = { level: { ...told, level, content: row.content }, source };
  const { key, conversation, number, place } = toLevelRow(stored, 0);
  const isInOrder =
    row.key === key && row.conversation === conversation && row.number === number && row.place === place;
  return isInOrder ? stored : undefined;
}

/** Whether a level was made from its segment's messages, and not from an earlier segment with the same id. */
export function isMadeOf({ source }: SourcedLevel, segment: LevelSource): boolean {
  const { life, firstMessage, messageCount } = segment;
  return source.life === life && source.firstMessage === firstMessage && source.messageCount === messageCount;
}
