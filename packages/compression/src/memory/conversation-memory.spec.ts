import {
  CompressionLevel,
  ICompressionStore,
  IConversationMemory,
  type MemoryProgress,
  type NewMessage,
  type SegmentSummary,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import fc from 'fast-check';

import { ISegmentLevels } from '../segment-levels.js';
import type { CompressionOptionsInput } from '../compression-options.js';
import { type AMemory, aMemory } from '../test-support/a-memory.js';

const hourMs = 3_600_000;
const day = Date.UTC(2026, 2, 2, 9);

/** Two mornings of four messages each, and the first word of a third. */
const threeDays: readonly NewMessage[] = [
  ...morning(0, ['The boats are in the harbour.', 'The tide is high.', 'We sail at noon.', 'The anchor is up.']),
  ...morning(24, ['The oven is hot.', 'Then the dough goes in.', 'Bread needs flour.', 'And a little yeast.']),
  ...morning(48, ['Good morning.']),
];

function morning(hours: number, contents: readonly string[]): readonly NewMessage[] {
  return contents.map((content, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content,
    timestampMs: day + hours * hourMs + index * 60_000,
  }));
}

describe('ConversationMemory', () => {
  const memories: AMemory[] = [];

  afterEach(async () => {
    for (const memory of memories.splice(0)) await memory.dispose();
  });

  async function kept(options: CompressionOptionsInput = {}) {
    const opened = await aMemory(options);
    memories.push(opened);
    const { container, clock } = opened;
    return {
      clock,
      memory: resolveToken(container, IConversationMemory),
      store: resolveToken(container, ICompressionStore),
      container,
    };
  }

  it('keeps the messages, closes what is complete, and tells every segment with its sizes', async () => {
    const { memory } = await kept();

    const { segments, ...report } = await memory.add('days', threeDays);

    expect(report).toMatchObject({ conversationId: 'days', messages: 9, added: 9, known: 0, warnings: [] });
    expect(report.head).toMatch(/^[0-9a-f]{64}$/u);
    expect(segments.map(({ isOpen, messageIds }) => [isOpen, messageIds])).toEqual([
      [false, ['m0', 'm1', 'm2', 'm3']],
      [false, ['m4', 'm5', 'm6', 'm7']],
      [true, ['m8']],
    ]);
    for (const { tokenCounts } of segments) {
      expect(tokenCounts.full).toBeGreaterThanOrEqual(tokenCounts.detailed);
      expect(tokenCounts.detailed).toBeGreaterThanOrEqual(tokenCounts.brief);
      expect(tokenCounts.brief).toBeGreaterThanOrEqual(tokenCounts.tags);
    }
  });

  it('says the same segments however the messages come', async () => {
    const { memory: atOnce } = await kept();
    const whole = (await atOnce.add('days', threeDays)).segments;
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: threeDays.length - 1 })), async (cuts) => {
        const { memory } = await kept();
        const places = [0, ...cuts.toSorted((a, b) => a - b), threeDays.length];
        let segments: readonly SegmentSummary[] = [];
        for (const [index, from] of places.slice(0, -1).entries()) {
          ({ segments } = await memory.add('days', threeDays.slice(from, places[index + 1])));
        }

        expect(segments).toEqual(whole);
      }),
      { numRuns: 4 },
    );
  });

  it('changes nothing when the same messages are added again', async () => {
    const { memory } = await kept();
    const withIds = threeDays.map((message, index) => ({ ...message, id: `m${index}` }));
    const first = await memory.add('days', threeDays);

    const again = await memory.add('days', withIds);

    expect(again).toEqual({ ...first, added: 0, known: 9 });
  });

  it('reads a file as it comes, tells how far it is, and is done with it the second time', async () => {
    const { memory } = await kept();
    const lines = threeDays.map(({ timestampMs, ...message }) => {
      return `${JSON.stringify({ ...message, timestamp: new Date(timestampMs ?? 0).toISOString() })}\n`;
    });
    const bytes = Buffer.from(lines.join(''));
    const progress: MemoryProgress[] = [];

    const report = await memory.addFile('days', chunksOf(bytes), { onProgress: (step) => progress.push(step) });
    const again = await memory.addFile('days', chunksOf(bytes));

    expect(report).toMatchObject({ messages: 9, added: 9 });
    expect(progress.at(-1)).toEqual({ messages: 9, segments: 2, bytesDone: bytes.length });
    expect(again).toEqual({ ...report, added: 0, known: 9 });
  });

  it('gives a segment at every level, and Full word by word', async () => {
    const { memory } = await kept();
    const [first] = (await memory.add('days', threeDays)).segments;

    const full = await memory.segment(first?.segmentId ?? '', CompressionLevel.full);

    expect(full.content).toBe(
      '[2026-03-02 09:00]\nUser: The boats are in the harbour.\nAssistant: The tide is high.\nUser: We sail at noon.\nAssistant: The anchor is up.',
    );
    expect(full.tokenCount).toBe(first?.tokenCounts.full);
    for (const level of [CompressionLevel.detailed, CompressionLevel.brief, CompressionLevel.tags]) {
      expect(await memory.segment(first?.segmentId ?? '', level)).toMatchObject({ level });
    }
  });

  it('makes a level that has gone again, byte for byte, and keeps it', async () => {
    const { memory, store, clock } = await kept();
    const { segments } = await memory.add('days', threeDays);
    const segmentId = segments[0]?.segmentId ?? '';
    const before = await memory.segment(segmentId, CompressionLevel.brief);
    await store.expire({ levelsBeforeMs: clock.now() + 1 });
    expect(await store.level(segmentId, CompressionLevel.brief)).toBeUndefined();

    const after = await memory.segment(segmentId, CompressionLevel.brief);

    expect({ ...after, compressedMs: 0 }).toEqual({ ...before, compressedMs: 0 });
    expect(await store.level(segmentId, CompressionLevel.brief)).toEqual(after);
  });

  it('goes on where a run was cut off between the messages and their segments', async () => {
    const { memory, store } = await kept();
    await store.append('days', threeDays);

    const { segments, added } = await memory.add('days', []);

    expect(added).toBe(0);
    expect(segments.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
  });

  it('removes what is older than the configuration says, with the next message that is added', async () => {
    const { memory, store, clock } = await kept({ retention: { originalsDays: 10 } });
    await memory.add('old', threeDays);
    clock.advance(11 * 24 * hourMs);

    await memory.add('new', threeDays);

    expect((await store.conversations()).map(({ conversationId }) => conversationId)).toEqual(['new']);
  });

  it('never expires originals unless it is told to', async () => {
    const { memory, store, clock } = await kept({ retention: { levelsDays: 1 } });
    const { segments } = await memory.add('old', threeDays);
    clock.advance(1_000 * 24 * hourMs);
    await memory.add('new', threeDays);

    expect(await store.level(segments[0]?.segmentId ?? '', CompressionLevel.brief)).toBeUndefined();
    expect(await store.messages('old')).toHaveLength(9);
  });

  it('finds the open segment by its id, and nothing by an id that nobody has', async () => {
    const { memory, container } = await kept();
    const { segments } = await memory.add('days', threeDays);
    const levels = resolveToken(container, ISegmentLevels);

    expect(await levels.segment(segments[2]?.segmentId ?? '')).toMatchObject({ isOpen: true, number: 3 });
    for (const unknown of ['00000000-1', segments[2]?.segmentId.replace(/3$/u, '4') ?? '', 'x', '']) {
      expect(await levels.segment(unknown)).toBeUndefined();
      await expect(levels.level(unknown, CompressionLevel.full)).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  it('says which conversation it does not have, and refuses ids that are none', async () => {
    const { memory } = await kept();

    await expect(memory.segments('nowhere')).rejects.toMatchObject({ code: 'not-found' });
    for (const id of ['', '  ', 'x'.repeat(201)]) {
      await expect(memory.add(id, threeDays)).rejects.toMatchObject({ code: 'invalid-argument' });
    }
  });

  it('stops when it is told to, and keeps what was reported', async () => {
    const { memory, store } = await kept();
    await memory.add('days', threeDays.slice(0, 5));
    const stopped = new AbortController();
    stopped.abort(new Error('enough'));

    await expect(memory.add('days', threeDays.slice(5), { signal: stopped.signal })).rejects.toThrow('enough');
    expect(await store.messages('days')).toHaveLength(5);
  });
});

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += 50) {
    await Promise.resolve();
    yield bytes.subarray(start, start + 50);
  }
}
