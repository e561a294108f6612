import {
  type AnchorPoint,
  type CompressedSegment,
  CompressionLevel,
  type ConversationSegment,
  type LevelMaking,
  type WithheldSecret,
} from '@lexichord/abstractions';

import { type AnchorSource, findAnchors } from '../anchor/find-anchors.js';
import type { ConversationReading } from '../language/sentence-reader.js';
import type { WordRarity } from '../language/word-rarity.js';
import { extractLevels } from './extractive-levels.js';
import { record } from './level-record.js';
import { type LevelText, type NestedLevel, nestLevels } from './level-text.js';

/** A segment that is ready to be compressed. */
export interface ReadSegment {
  /** With placeholders instead of secrets. */
  readonly segment: ConversationSegment;
  readonly secrets: readonly WithheldSecret[];
  readonly full: LevelText;
  readonly reading: ConversationReading;
  readonly rarity: WordRarity;
  readonly source: AnchorSource;
}

/** See `ISegmentCompressor.remake`. */
export function remakeLevels(
  wanted: readonly CompressedSegment[],
  { read, byModel }: { readonly read: ReadSegment; readonly byModel: readonly CompressedSegment[] },
): readonly CompressedSegment[] {
  // Levels of one segment are usually made in the same way, so results are cached by it.
  const made = new Map<string, readonly NestedLevel[]>();
  let found: readonly AnchorPoint[] | undefined;
  const byRules = (): readonly AnchorPoint[] => (found ??= findAnchors(read.source));
  return wanted.flatMap((stored) => {
    const { making, level } = stored;
    if (making === undefined) return [];
    const anchors =
      making.anchorsBy === 'rules' ? byRules() : stored.anchors.filter((anchor) => isPresent(anchor, read));
    const key = JSON.stringify([making, anchors]);
    const nested = made.get(key) ?? nest(read, { anchors, making, byModel });
    made.set(key, nested);
    const { compressedMs } = stored;
    const source = { ...read, anchors, compressedMs, originalTokenCount: read.full.tokenCount, making };
    return nested.filter((one) => one.level === level).map((one) => record(one, source));
  });
}

function nest(
  read: ReadSegment,
  how: {
    readonly anchors: readonly AnchorPoint[];
    readonly making: LevelMaking;
    readonly byModel: readonly CompressedSegment[];
  },
): readonly NestedLevel[] {
  const { full, source } = read;
  const extracted = extractLevels({ ...read, ...source, anchors: how.anchors, shares: how.making.shares });
  const levelText = (level: CompressionLevel): LevelText | undefined => {
    const stored = how.byModel.find((one) => one.level === level);
    return stored && { text: stored.content, statements: [], tokenCount: stored.tokenCount };
  };
  return nestLevels(full, {
    detailed: levelText(CompressionLevel.detailed) ?? extracted.detailed,
    brief: levelText(CompressionLevel.brief) ?? extracted.brief,
    tags: extracted.tags,
  });
}

function isPresent({ messageId, text, startOffset }: AnchorPoint, { segment }: ReadSegment): boolean {
  return segment.messages.some(({ id, content }) => id === messageId && content.startsWith(text, startOffset));
}
