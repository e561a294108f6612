import { CompressionLevel, type ICompressionStore } from '@lexichord/abstractions';
import { PatternSecretScanner, RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import type { ISegmentCompressor } from '../compress/segment-compressor.js';
import { SegmentLevels } from '../levels/segment-levels.js';
import { segmentIdOf } from '../segment-id.js';
import { aLevel, aStoredSegment, someMessages } from '../store/test-support/stored-conversation.js';
import { Removals } from '../store/removals.js';
import { TemporaryStores } from '../store/test-support/temporary-stores.js';
import { ConversationRecall } from './conversation-recall.js';

const stores = new TemporaryStores();
const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
const size = 10;

afterAll(() => stores.dispose());

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

function recallFrom(store: ICompressionStore): ConversationRecall {
  return new ConversationRecall(
    store,
    new SegmentLevels(store, compressor, tokenCounter, scanner),
    tokenCounter,
    new RecordingLogger(),
    new Removals(),
    scanner,
  );
}

/** Closes as many segments as the messages are enough for. */
async function add(store: ICompressionStore, count: number, from = 0): Promise<void> {
  await store.append('talk', someMessages(count, from));
  const messages = await store.messages('talk');
  const closed = (await store.segments('talk')).length;
  const numbers = Array.from({ length: Math.floor(messages.length / size) }, (_unused, place) => place + 1);
  await store.putSegments(
    numbers
      .slice(closed)
      .map((number) => aStoredSegment('talk', number, messages.slice((number - 1) * size, number * size))),
  );
}

describe('ConversationRecall from a database', () => {
  it('recalls closed and open segments, and what was added since', async () => {
    const store = await stores.fresh();
    await add(store, 95);
    const recall = recallFrom(store);

    const before = await recall.allocate('talk', 'What said 93?', 120);
    await add(store, 30, 95);
    const after = await recall.allocate('talk', 'What said 117?', 120);

    expect(before.content).toContain('Assistant: What 93 says');
    expect(before.segments.at(-1)).toMatchObject({ segmentId: segmentIdOf('talk', 10), level: CompressionLevel.full });
    expect(after.content).toContain('Assistant: What 117 says');
    expect(after.segments.map(({ segmentId }) => segmentId)).toContain(segmentIdOf('talk', 12));
    expect(after).toEqual(await recallFrom(store).allocate('talk', 'What said 117?', 120));
  });

  it('tells of hidden segments with the levels that are stored', async () => {
    const store = await stores.fresh();
    await add(store, 295);

    const { content, segments } = await recallFrom(store).allocate('talk', '', 600);

    expect(content).toMatch(/Level [23] of \d/u);
    expect(segments.filter(({ reason }) => reason === 'overview')).not.toEqual([]);
  });
});
