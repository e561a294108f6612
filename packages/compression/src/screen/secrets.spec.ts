import {
  CompressionLevel,
  ICompressionStore,
  IContextExpander,
  IConversationMemory,
  IConversationRecall,
  type NewMessage,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';

import { type AMemory, aMemory } from '../test-support/a-memory.js';
import { exported } from '../store/test-support/stored-conversation.js';

const token = 'secret:abcdefgh';
const keyLines = Array.from({ length: 60 }, (_, index) => `keyline${index}x`);
const key = ['BEGIN KEY', ...keyLines, 'END KEY'].join('\n');
const values = /abcdefgh|keyline/u;
const counter = new BpeTokenCounter({ encoding: 'o200k_base' });

const talk: readonly NewMessage[] = [
  { role: 'user', content: 'Which database do we take for billing?' },
  { role: 'assistant', content: `We decided: PostgreSQL 16, and the token is ${token}, for billing.` },
  {
    role: 'user',
    speaker: `Ann ${token}`,
    content: `I promise to rotate this key by Friday:\n${key}\nThen we deploy.`,
  },
  { role: 'assistant', content: 'Good. The deployment script is in tools/deploy.sh.' },
];

describe('conversations, secrets', () => {
  let opened: AMemory;

  beforeAll(async () => {
    opened = await aMemory({ segments: { maxMessages: 4 } });
  });

  afterAll(() => opened.dispose());

  const levels = [CompressionLevel.full, CompressionLevel.detailed, CompressionLevel.brief, CompressionLevel.tags];

  async function added(conversationId: string, messages: readonly NewMessage[]) {
    const memory = resolveToken(opened.container, IConversationMemory);
    const { segments } = await memory.add(conversationId, messages);
    return { memory, segments };
  }

  it('shows no secret at any level, and says which message had one', async () => {
    const { memory, segments } = await added('levels', [...talk, ...talk.slice(0, 2)]);

    for (const { segmentId } of segments) {
      for (const level of levels) {
        const shown = await memory.segment(segmentId, level);
        expect(JSON.stringify(shown)).not.toMatch(values);
        expect(shown.tokenCount).toBe(counter.countTokens(shown.content));
      }
    }
    const full = await memory.segment(segments[0]?.segmentId ?? '', CompressionLevel.full);
    expect(full.content).toContain('the token is [secret: token], for billing.');
    expect(full.content).toContain('by Friday:\n  [secret: private-key]\n  Then we deploy.');
    expect(full.secrets).toEqual([
      { rule: 'token', place: 'conversation levels, message 2' },
      { rule: 'private-key', place: 'conversation levels, message 3' },
      { rule: 'token', place: 'conversation levels, message 3' },
    ]);
    const open = await memory.segment(segments[1]?.segmentId ?? '', CompressionLevel.full);
    expect(open.secrets).toEqual([{ rule: 'token', place: 'conversation levels, message 6' }]);
  });

  it('recalls without secrets, within the budget, and names the messages that are shown', async () => {
    await added('recall', talk);
    const recall = resolveToken(opened.container, IConversationRecall);

    const recalled = await recall.allocate('recall', 'What is the token of the billing database?', 2_000);

    expect(recalled.content).toContain('the token is [secret: token]');
    expect(recalled.secrets).toContainEqual({ rule: 'token', place: 'conversation recall, message 2' });
    expect(JSON.stringify(recalled)).not.toMatch(values);
    expect(recalled.totalTokens).toBe(counter.countTokens(recalled.content));
  });

  it('shows no secret of a role, nor of the ids of messages and their conversation', async () => {
    const roles = talk.map((message, index) => ({ ...message, id: `${index} ${token}`, role: `reviewer ${token}` }));
    const { memory, segments } = await added(`chat ${token}`, roles);
    const recall = resolveToken(opened.container, IConversationRecall);

    const recalled = await recall.allocate(`chat ${token}`, 'Which database do we take?', 2_000);

    expect(JSON.stringify(recalled)).not.toMatch(values);
    expect(recalled.content).toContain('Reviewer secret token: Which database');
    expect(recalled.totalTokens).toBe(counter.countTokens(recalled.content));
    expect(recalled.secrets).toContainEqual({ rule: 'token', place: 'conversation chat [secret: token], message 1' });
    expect(recalled.secrets).toContainEqual({ rule: 'token', place: 'ids of conversation chat [secret: token]' });
    for (const { segmentId } of segments) {
      for (const level of levels) expect((await memory.segment(segmentId, level)).content).not.toMatch(values);
    }
  });

  it('expands to a text without secrets and to the originals beside it; the export has every byte', async () => {
    const { segments } = await added('expand', talk);
    const expander = resolveToken(opened.container, IContextExpander);
    const segmentId = segments[0]?.segmentId ?? '';

    for (const time of ['first', 'second']) {
      const steps = await expander.cascadeExpand(segmentId, CompressionLevel.tags, CompressionLevel.full);
      expect(`${time} ${JSON.stringify(steps.map(({ content }) => content))}`).not.toMatch(values);
      expect(steps.at(-1)?.messages?.map(({ content }) => content)).toEqual(talk.map(({ content }) => content));
      expect(steps.at(-1)?.secrets).toHaveLength(3);
    }
    const store = resolveToken(opened.container, ICompressionStore);
    const text = await exported(store, 'expand');
    expect(text).toContain(token);
    expect(text).toContain('keyline59x');
  });

  it('takes out of a stored level what is known for a secret since then, and moves its markers', async () => {
    const { memory, segments } = await added('stale', [...talk, ...talk.slice(0, 2)]);
    const store = resolveToken(opened.container, ICompressionStore);
    const segmentId = segments[0]?.segmentId ?? '';
    const level = await store.level(segmentId, CompressionLevel.brief);
    const [marker] = level?.markers ?? [];
    if (level === undefined || marker === undefined) throw new TypeError('There is no level with a marker.');
    const content = `${token} ${level.content}`;
    const shift = token.length + 1;
    const moved = { ...marker, startOffset: marker.startOffset + shift, endOffset: marker.endOffset + shift };
    await store.putLevel({ ...level, content, markers: [moved] });

    const shown = await memory.segment(segmentId, CompressionLevel.brief);

    expect(shown.content).toBe(`[secret: token] ${level.content}`);
    const { startOffset, endOffset } = shown.markers[0] ?? marker;
    expect(shown.content.slice(startOffset, endOffset)).toBe(level.content.slice(marker.startOffset, marker.endOffset));
    expect(shown.tokenCount).toBe(counter.countTokens(shown.content));
  });

  it('neither shows a secret nor exceeds the budget, wherever it is planted', async () => {
    const words = fc.array(fc.constantFrom('We decided on Postgres.', 'I promise to call.', 'a', '\n', '- b'), {
      maxLength: 6,
    });
    const said = fc.record({ before: words, secret: fc.constantFrom(token, key, ''), after: words });
    const recall = resolveToken(opened.container, IConversationRecall);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 7 }), fc.nat(300), async (sayings, budget) => {
        const id = `c${count++}`;
        const { memory, segments } = await added(
          id,
          sayings.map(({ before, secret, after }, index) => ({
            role: index % 2 === 0 ? 'user' : 'assistant',
            content: [...before, secret, ...after].join(' '),
          })),
        );

        const recalled = await recall.allocate(id, 'What did we decide?', budget);
        expect(JSON.stringify(recalled)).not.toMatch(values);
        expect(counter.countTokens(recalled.content)).toBeLessThanOrEqual(budget);
        for (const { segmentId } of segments) {
          for (const level of levels)
            expect(JSON.stringify(await memory.segment(segmentId, level))).not.toMatch(values);
        }
      }),
      { numRuns: 12 },
    );
  });
});
