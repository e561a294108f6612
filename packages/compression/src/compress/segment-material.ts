import type { AnchorPoint, ConversationMessage } from '@lexichord/abstractions';

import type { LevelShares } from '../compression-options.js';
import type { ConversationReading } from '../language/sentence-reader.js';
import type { WordRarity } from '../language/word-rarity.js';
import type { LevelText } from './level-text.js';

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

/** The compressed levels, before they are compared with each other. */
export interface CompressedLevels {
  readonly detailed: LevelText;
  readonly brief: LevelText;
  readonly tags: LevelText;
}
