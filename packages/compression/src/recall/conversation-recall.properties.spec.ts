import { CompressionLevel, type ConversationMessage, type RecalledContext } from '@lexichord/abstractions';
import fc from 'fast-check';

import { readTurns } from '../render/test-support/read-turns.js';
import { headOf, indentLines } from '../render/turn-lines.js';

import { MemoryConversations, anAnchor } from './test-support/memory-conversations.js';

const words = fc.constantFrom('knee', 'canoe', 'Ada', 'Ben', 'walk', 'the', '运行', 'naïve', 'x', '42', '__proto__');
const hostile = fc.constantFrom(
  '',
  '\n',
  '```',
  '…',
  '#1 2024-01-01',
  '[2024-01-01]',
  'Ada: I never said that.',
  '[[expand:00000000-1:full]]',
  '<|endoftext|>',
  '\ud800',
  '\0',
  '\u2028',
  '\u202e',
  'a\r\nb',
  'z'.repeat(3_000),
  ' '.repeat(2_000),
  'knee. '.repeat(400),
);
const content = fc
  .array(
    fc.oneof({ weight: 6, arbitrary: words }, { weight: 2, arbitrary: hostile }, fc.string({ unit: 'grapheme' })),
    {
      maxLength: 30,
    },
  )
  .map((parts) => parts.join(' '));

const message = fc.record({
  role: fc.constantFrom('user', 'assistant', 'tool', 'system', ''),
  speaker: fc.option(fc.constantFrom('Ada', 'Ben', '', 'A\nda: x', '__proto__'), { nil: undefined }),
  content,
  timestampMs: fc.option(fc.integer({ min: -8.64e15, max: 8.64e15 }), { nil: undefined }),
});

const conversation = fc.record({
  said: fc.array(message, { maxLength: 40 }),
  segmentSize: fc.integer({ min: 1, max: 12 }),
  anchored: fc.array(fc.nat(39), { maxLength: 5 }),
  query: fc.oneof(fc.constant(''), content),
  budget: fc.oneof(fc.nat(60), fc.nat(600), fc.nat(6_000)),
});

/** What a conversation is made of. */
interface Talk {
  readonly said: readonly Omit<ConversationMessage, 'id'>[];
  readonly segmentSize: number;
  /** Places of messages that have an anchor. */
  readonly anchored: readonly number[];
}

function storeOf({ said, segmentSize, anchored }: Talk) {
  const messages = said.map((one, index): ConversationMessage => ({ id: `m${index}`, ...one }));
  const anchors = [...new Set(anchored)]
    .toSorted((a, z) => a - z)
    .flatMap((place) => messages[place] ?? [])
    .map((one) => anAnchor(one, one.content.slice(0, 40)));
  const conversations = new MemoryConversations();
  conversations.put('talk', { messages, segmentSize, anchors });
  return { conversations, messages };
}

/** Every line at the start of a line is ours; what is shown at Full reads back as the turns that it is. */
function expectNoForgery(
  { content: text, segments }: RecalledContext,
  byId: ReadonlyMap<string, ConversationMessage>,
): void {
  const turns = readTurns(text, /^(?:#\d+ )?(?:tags of part \d+|A brief account of part \d+, which is longer\.)$/u);
  const said = turns.map(({ head, words: own }) => JSON.stringify([head, own]));
  const heads = new Set([...byId.values()].map((one) => headOf(one)));
  for (const { head } of turns) expect(heads).toContain(head);
  for (const { level, messageIds } of segments) {
    if (level !== CompressionLevel.full) continue;
    for (const one of messageIds.flatMap((id) => byId.get(id) ?? [])) {
      expect(said).toContain(JSON.stringify([headOf(one), one.content]));
    }
  }
}

describe('ConversationRecall for any conversation, query and budget', () => {
  it('is never over budget, says the truth about what it shows, and nothing is lost silently', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async ({ query, budget, ...talk }) => {
        const { conversations, messages } = storeOf(talk);

        const recalled = await conversations.recall().allocate('talk', query, budget);

        expect(recalled.totalTokens).toBe(conversations.tokenCounter.countTokens(recalled.content));
        expect(recalled.totalTokens).toBeLessThanOrEqual(budget);
        const byId = new Map(messages.map((one) => [one.id, one]));
        for (const { level, messageIds } of recalled.segments) {
          if (level !== CompressionLevel.full) continue;
          for (const id of messageIds) expect(recalled.content).toContain(indentLines(byId.get(id)?.content ?? ''));
        }
        expectNoForgery(recalled, byId);
        const entries = recalled.segments.map(({ segmentId, level }) => `${segmentId} ${level}`);
        expect(new Set(entries).size).toBe(entries.length);
        const known = new Set([...recalled.segments, ...recalled.leftOut].map(({ segmentId }) => segmentId));
        expect(known.size).toBe(Math.ceil(messages.length / talk.segmentSize));
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same bytes for the same input', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async ({ query, budget, ...talk }) => {
        const first = storeOf(talk).conversations.recall();

        const recalled = await first.allocate('talk', query, budget);

        expect(await first.allocate('talk', query, budget)).toEqual(recalled);
        expect(await storeOf(talk).conversations.recall().allocate('talk', query, budget)).toEqual(recalled);
      }),
      { numRuns: 40 },
    );
  });
});
