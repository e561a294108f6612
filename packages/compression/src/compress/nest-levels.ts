import { CompressionLevel } from '@lexichord/abstractions';

import type { LevelText } from './level-text.js';
import type { CompressedLevels } from './segment-material.js';

/** A level after comparison with the one above it. */
export interface NestedLevel {
  readonly level: CompressionLevel;
  /** The next level with a different, longer text. */
  readonly targetLevel: CompressionLevel;
  readonly content: LevelText;
}

/**
 * Makes Detailed, Brief and Tags no larger than the level above: where no tokens are saved, a level repeats the text
 * of the one above.
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
