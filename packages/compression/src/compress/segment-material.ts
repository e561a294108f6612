import type { AnchorPoint, ConversationMessage } from '@lexichord/abstractions';

import type { LevelShares } from '../compression-options.js';
import type { ConversationReading } from '../language/sentence-reader.js';
import type { WordRarity } from '../language/word-rarity.js';
import type { LevelText } from './level-text.js';

/** What a segment is compressed from. */
export interface SegmentMaterial {
  readonly messages: readonly ConversationMessage[];
  readonly reading: ConversationReading;
  readonly anchors: readonly AnchorPoint[];
  readonly full: LevelText;
  readonly shares: LevelShares;
  readonly rarity: WordRarity;
  readonly countTokens: (text: string) => number;
}

/** What a segment is compressed to, before the levels are compared with each other. */
export interface CompressedLevels {
  readonly detailed: LevelText;
  readonly brief: LevelText;
  readonly tags: LevelText;
}
