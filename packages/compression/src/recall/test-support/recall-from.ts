import type { ICompressionStore } from '@lexichord/abstractions';
import { PatternSecretScanner, RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import type { ISegmentCompressor } from '../../compress/segment-compressor.js';
import { SegmentLevels } from '../../segment-levels.js';
import { Removals } from '../../store/removals.js';
import { aLevel } from '../../store/test-support/stored-conversation.js';
import { ConversationRecall } from '../conversation-recall.js';

const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
const scanner = new PatternSecretScanner();

/** Says of the open segment what the test store says of closed ones. */
const compressor: ISegmentCompressor = {
  compress: ({ conversationId, number }) =>
    Promise.resolve({
      anchors: [],
      levels: ([1, 2, 3] as const).map((level) => aLevel({ conversationId, number, level })),
      tokenCount: 1,
      secrets: [],
      warnings: [],
    }),
  remake: () => Promise.resolve([]),
};

/** The levels of a store's segments. */
export function levelsFrom(store: ICompressionStore): SegmentLevels {
  return new SegmentLevels(store, compressor, tokenCounter, scanner);
}

/** Recall from a store, without anything in memory. */
export function recallFrom(store: ICompressionStore): ConversationRecall {
  const logger = new RecordingLogger();
  return new ConversationRecall(store, levelsFrom(store), tokenCounter, logger, new Removals(), scanner);
}
