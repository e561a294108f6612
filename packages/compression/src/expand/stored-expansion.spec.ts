import { CompressionLevel, emptyAssembledContext } from '@lexichord/abstractions';
import { PatternSecretScanner, WordTokenCounter } from '@lexichord/testing';

import type { ISegmentCompressor } from '../compress/segment-compressor.js';
import { ExpansionTriggerDetector } from '../detect/expansion-trigger-detector.js';
import { SegmentLevels } from '../segment-levels.js';
import { aLevel, aStoredSegment, someMessages } from '../store/test-support/stored-conversation.js';
import { TemporaryStores } from '../store/test-support/temporary-stores.js';
import { segmentIdOf } from '../segment-id.js';
import { anExpander } from './test-support/an-expander.js';

const { full, detailed, brief, tags } = CompressionLevel;

/** Makes the levels that the store has lost. */
const compressor: ISegmentCompressor = {
  compress: async ({ conversationId, number }) => {
    const levels = ([detailed, brief, tags] as const).map((level) => aLevel({ conversationId, number, level }));
    return { anchors: [], levels, tokenCount: 1, secrets: [], warnings: [] };
  },
  remake: () => Promise.resolve([]),
};

describe('ContextExpander over a store', () => {
  const stores = new TemporaryStores();

  afterAll(() => stores.dispose());

  async function storedConversation() {
    const place = await stores.location();
    const store = stores.store(stores.database(place));
    await store.append('talk', someMessages(6));
    const messages = await store.messages('talk');
    await store.putSegments([
      aStoredSegment('talk', 1, messages.slice(0, 2)),
      aStoredSegment('talk', 2, messages.slice(2, 4)),
    ]);
    const levels = new SegmentLevels(store, compressor, new WordTokenCounter(), new PatternSecretScanner());
    return { ...anExpander({ levels }), place, store, messages, levels };
  }

  it('COMP-06 §9 Scenario: Expand from Brief to Detailed, as it is stored', async () => {
    const { expander } = await storedConversation();
    const stored = aLevel({ conversationId: 'talk', number: 2, level: detailed });

    await expect(expander.expand(stored.segmentId, brief, detailed)).resolves.toEqual({
      segmentId: stored.segmentId,
      level: detailed,
      content: stored.content,
      tokenCount: stored.tokenCount,
      isFullTranscript: false,
      secrets: [],
    });
  });

  it('COMP-06 §9 Scenario: Cascade expansion, from tags to the original words', async () => {
    const { expander, messages } = await storedConversation();

    const steps = await expander.cascadeExpand(segmentIdOf('talk', 1), tags, full);

    expect(steps.map(({ level }) => level)).toEqual([brief, detailed, full]);
    expect(steps[2]?.messages).toEqual(messages.slice(0, 2));
    for (const { content } of messages.slice(0, 2)) expect(steps[2]?.content).toContain(content);
  });

  it('expands the open segment as it is at the moment', async () => {
    const { expander, store } = await storedConversation();
    const open = segmentIdOf('talk', 3);
    const before = await expander.expand(open, detailed, full);

    await store.append('talk', someMessages(1, 6));
    const after = await expander.expand(open, detailed, full);

    expect([before.messages?.length, after.messages?.length]).toEqual([2, 3]);
  });

  it('makes a level that expired from the original', async () => {
    const { expander, store, clock } = await storedConversation();
    clock.advance(1);
    await store.expire({ levelsBeforeMs: stores.clock.now() + 1 });

    await expect(expander.expand(segmentIdOf('talk', 1), tags, brief)).resolves.toMatchObject({ level: brief });
  });

  it('shows nothing any more of what another process has removed, nor takes it for what is stored under its id', async () => {
    const { expander, place } = await storedConversation();
    const other = stores.store(stores.database(place));
    const segmentId = segmentIdOf('talk', 1);
    for (const level of [full, brief] as const) await expander.expand(segmentId, tags, level);

    await other.remove('talk');
    for (const level of [full, brief] as const) {
      await expect(expander.expand(segmentId, tags, level)).rejects.toMatchObject({ code: 'not-found' });
    }
    await other.append('talk', someMessages(2, 100));
    const messages = await other.messages('talk');
    await other.putSegments([aStoredSegment('talk', 1, messages)]);

    await expect(expander.expand(segmentId, tags, full)).resolves.toMatchObject({ messages });
  });

  it('keeps what it has expanded while another process adds to the conversation', async () => {
    const { expander, place } = await storedConversation();
    const segmentId = segmentIdOf('talk', 1);
    const first = await expander.expand(segmentId, tags, full);

    await stores.store(stores.database(place)).append('talk', someMessages(1, 100));

    expect(await expander.expand(segmentId, tags, full)).toBe(first);
  });

  it('says that nobody stored a segment', async () => {
    const { expander } = await storedConversation();

    await expect(expander.expand(segmentIdOf('other', 1), tags, brief)).rejects.toMatchObject({ code: 'not-found' });
    await expect(expander.expand(segmentIdOf('talk', 9), tags, full)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is asked for what an agent says that it lacks', async () => {
    const { expander, store, levels, messages } = await storedConversation();
    const detector = new ExpansionTriggerDetector(store, levels);
    const answer = `Please repeat what was said in "${messages[2]?.content ?? ''}".`;

    const decision = await detector.shouldExpand(answer, emptyAssembledContext('copilot'), { conversationId: 'talk' });
    const unknown = await detector.shouldExpand(answer, emptyAssembledContext('copilot'), { conversationId: 'other' });

    expect(decision.shouldExpand).toBe(true);
    const [segmentId = ''] = decision.segmentIds;
    await expect(expander.expand(segmentId, tags, decision.targetLevel)).resolves.toMatchObject({ segmentId });
    expect(unknown.reason).toBe('The conversation has no stored messages.');
  });
});
