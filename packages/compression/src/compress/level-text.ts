import { type AnchorPoint, CompressionLevel, type ConversationMessage } from '@lexichord/abstractions';

import type { LevelShares } from '../compression-options.js';
import type { ConversationReading } from '../language/sentence-reader.js';
import type { WordRarity } from '../language/word-rarity.js';
import { renderMessages } from '../render/render-messages.js';

/** Input of the compression of a segment. */
export interface SegmentMaterial {
  readonly messages: readonly ConversationMessage[];
  readonly reading: ConversationReading;
  readonly anchors: readonly AnchorPoint[];
  readonly full: LevelText;
  readonly shares: LevelShares;
  readonly rarity: WordRarity;
  readonly countTokens: (text: string) => number;
}

/** The compressed levels, before comparison with each other. */
export interface CompressedLevels {
  readonly detailed: LevelText;
  readonly brief: LevelText;
  readonly tags: LevelText;
}

/** Part of a level's text that replaces messages. */
export interface Statement {
  /** Offset in the text, in UTF-16 units. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Indexes in the segment, ascending. */
  readonly messages: readonly number[];
}

/** The text of a segment at one level. Each message belongs to at least one statement. */
export interface LevelText {
  readonly text: string;
  /** In the order of the text. */
  readonly statements: readonly Statement[];
  readonly tokenCount: number;
}

/** The text at Full: each message verbatim, as one statement. */
export function fullText(messages: readonly ConversationMessage[], countTokens: (text: string) => number): LevelText {
  const { text, turns } = renderMessages(messages);
  const statements = turns.map(({ start, end }, index): Statement => ({ start, end, messages: [index] }));
  return { text, statements, tokenCount: countTokens(text) };
}

/** A level after comparison with the one above it. */
export interface NestedLevel {
  readonly level: CompressionLevel;
  /** The next level with a different, longer text. */
  readonly targetLevel: CompressionLevel;
  readonly content: LevelText;
}

/**
 * Limits Detailed, Brief and Tags to the size of the level above: a level that saves no tokens repeats the text of the
 * one above.
 */
export function nestLevels(full: LevelText, { detailed, brief, tags }: CompressedLevels): readonly NestedLevel[] {
  const nested: NestedLevel[] = [];
  let above: NestedLevel = { level: CompressionLevel.full, targetLevel: CompressionLevel.full, content: full };
  for (const [index, content] of [detailed, brief, tags].entries()) {
    const level = (index + 1) as CompressionLevel;
    const isSmaller = content.tokenCount < above.content.tokenCount;
    const says = isSmaller && content.text !== '' ? content : above.content;
    const targetLevel = says === above.content ? above.targetLevel : above.level;
    above = { level, targetLevel, content: says };
    nested.push(above);
  }
  return nested;
}
