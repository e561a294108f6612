import type { ConversationMessage, ITokenCounter } from '@lexichord/abstractions';
import { RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { type CompressionOptionsInput, compressionOptionsSchema } from '../compression-options.js';
import { renderMessages } from '../render/render-messages.js';
import { Segmenter } from './segmenter.js';
import { aConversation, said } from './test-support/a-conversation.js';
import { SubjectProvider, awayError } from './test-support/subject-provider.js';

const hourMs = 3_600_000;

const harbour = Array.from({ length: 9 }, (_, index) => `The tide lifts boat ${index} in the harbour, sail up.`);
const kitchen = Array.from({ length: 9 }, (_, index) => `Knead dough ${index} with yeast and flour for the oven.`);

describe('Segmenter', () => {
  const provider = new SubjectProvider();
  const logger = new RecordingLogger();

  beforeEach(() => {
    provider.failure = undefined;
    provider.asked.length = 0;
    logger.lines.length = 0;
  });

  function segmenter(
    segments: CompressionOptionsInput['segments'] = {},
    tokenCounter: ITokenCounter = new WordTokenCounter(),
  ): Segmenter {
    return new Segmenter(compressionOptionsSchema.parse({ segments }), tokenCounter, provider, logger);
  }

  describe('by size', () => {
    it('closes a segment of 20 messages when the next one comes', async () => {
      const { closedSizes } = bound(segmenter({ boundary: 'size' }));

      expect(await closedSizes(aConversation(said(20)))).toEqual([]);
      expect(await closedSizes(aConversation(said(21)))).toEqual([20]);
      expect(await closedSizes(aConversation(said(50)))).toEqual([20, 20]);
    });

    it('closes a segment before it has more than 4,000 tokens as it is written out', async () => {
      const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
      const messages = aConversation(Array.from({ length: 40 }, () => 'one two three four '.repeat(150)));

      const sizes = await segmenter({ boundary: 'size' }, tokenCounter).closedSizes(messages);

      expect(sizes.length).toBeGreaterThan(4);
      let start = 0;
      for (const size of sizes) {
        const tokensOf = (count: number) =>
          tokenCounter.countTokens(renderMessages(messages.slice(start, start + count)).text);
        expect(tokensOf(size)).toBeLessThanOrEqual(4_000);
        expect(tokensOf(size + 1)).toBeGreaterThan(4_000);
        start += size;
      }
    });

    it('lets a message that is too long be a segment by itself', async () => {
      const messages = aConversation(['Short.', 'word '.repeat(10_000), 'Short.', 'Short.']);

      expect(await segmenter({ boundary: 'size' }).closedSizes(messages)).toEqual([1, 1]);
    });

    it('knows neither pauses nor topics', async () => {
      const messages = aConversation(
        [...harbour, ...kitchen].map((content, hour) => ({ content, timestampMs: hour * 24 * hourMs })),
      );

      expect(await segmenter({ boundary: 'size' }).closedSizes(messages)).toEqual([]);
      expect(provider.asked).toEqual([]);
    });
  });

  describe('by time', () => {
    const at = (hours: number, content = 'Words.') => ({ timestampMs: hours * hourMs, content });

    it('closes a segment at a pause of an hour', async () => {
      const { closedSizes } = bound(segmenter({ boundary: 'time' }));

      expect(await closedSizes(aConversation([at(0), at(0.9), at(1.8), at(2.8), at(2.9)]))).toEqual([3]);
      expect(await closedSizes(aConversation([at(0), at(0.9)]))).toEqual([]);
    });

    it('takes the gap that is set', async () => {
      const messages = aConversation([at(0), at(0.2), at(0.3), at(0.6)]);

      expect(await segmenter({ boundary: 'time', gapMinutes: 12 }).closedSizes(messages)).toEqual([1, 2]);
    });

    it('passes over messages without a time, and times that go backwards', async () => {
      const { closedSizes } = bound(segmenter({ boundary: 'time' }));

      expect(await closedSizes(aConversation([at(0), 'No time.', 'No time.', at(2)]))).toEqual([3]);
      expect(await closedSizes(aConversation([at(10), at(3), at(10.5), at(1), at(10.9)]))).toEqual([]);
      expect(await closedSizes(aConversation(said(20)))).toEqual([]);
    });

    it('keeps the answer with a question that waited for it', async () => {
      const messages = aConversation([at(0), at(0.1, 'Will you come?'), at(9, 'Yes.'), at(20)]);

      expect(await segmenter({ boundary: 'time' }).closedSizes(messages)).toEqual([3]);
    });
  });

  describe('by topic', () => {
    it('closes a segment where another topic begins, and not before that is certain', async () => {
      const { closedSizes } = bound(segmenter({ boundary: 'topic' }));
      const messages = aConversation([...harbour, ...kitchen]);

      expect(await closedSizes(messages)).toEqual([9]);
      expect(await closedSizes(messages.slice(0, 14))).toEqual([]);
    });

    it('stays with one topic, whatever people say of it', async () => {
      const messages = aConversation([...harbour, ...harbour.map((text) => `Again: ${text}`)]);

      expect(await segmenter({ boundary: 'topic' }).closedSizes(messages)).toEqual([]);
    });

    it('takes a few words on something else for no new topic', async () => {
      const messages = aConversation([...harbour, ...kitchen.slice(0, 2), ...harbour.map((text) => `Again: ${text}`)]);

      expect(await segmenter({ boundary: 'topic', maxMessages: 40 }).closedSizes(messages)).toEqual([]);
    });

    it('sees a new topic before a pause', async () => {
      const late = { content: 'Back.', timestampMs: 9 * hourMs };
      const talk = [...harbour, ...kitchen.slice(0, 5)].map((content) => ({ content, timestampMs: 0 }));

      expect(await segmenter().closedSizes(aConversation([...talk, late]))).toEqual([9, 5]);
    });

    it('does not part a question from its answer', async () => {
      const messages = aConversation([...harbour.slice(0, 8), 'And bread in the oven, with dough?', ...kitchen]);

      expect(await segmenter({ boundary: 'topic' }).closedSizes(messages)).toEqual([8]);
    });

    it('has the limits of size', async () => {
      expect(await segmenter({ boundary: 'topic' }).closedSizes(aConversation(said(50)))).toEqual([20, 20]);
    });

    it('sends no more of a message than the provider takes, and none twice', async () => {
      const taker = segmenter({ boundary: 'topic' });
      const messages = aConversation([...harbour, 'tide '.repeat(100_000)]);

      await taker.closedSizes(messages);
      await taker.closedSizes(messages);

      expect(provider.asked).toHaveLength(10);
      expect(Math.max(...provider.asked.map((text) => text.length))).toBe(200);
    });
  });

  describe('by all of them', () => {
    it('is the default, and closes at the first that comes', async () => {
      const talk = [...said(25), ...harbour, ...kitchen].map((content) => ({ content, timestampMs: 0 }));
      const late = { content: 'Back.', timestampMs: hourMs };

      const sizes = await segmenter().closedSizes(aConversation([...talk, late, late]));

      expect(sizes[0]).toBe(20);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(43);
      expect(sizes.at(-1)).toBe(9);
    });

    it('goes on without topics when the provider fails, and says so', async () => {
      provider.failure = awayError();
      const messages = aConversation([...harbour, ...kitchen, ...said(4)]);

      expect(await segmenter().closedSizes(messages)).toEqual([20]);
      expect(logger.lines).toEqual([
        expect.objectContaining({
          level: 'warn',
          source: 'Segmenter',
          fields: { MessageCount: 22, Reason: 'embedding-failed' },
        }),
      ]);
    });

    it('goes on when the provider fails in a way of its own', async () => {
      provider.failure = new TypeError('tide');

      expect(await segmenter().closedSizes(aConversation(said(21)))).toEqual([20]);
      expect(JSON.stringify(logger.lines)).not.toContain('tide');
    });

    it('rejects with the reason of the signal', async () => {
      const reason = new TypeError('Stop.');

      await expect(
        segmenter().closedSizes(aConversation(said(30)), { signal: AbortSignal.abort(reason) }),
      ).rejects.toBe(reason);
    });
  });

  describe('messages that belong together', () => {
    it('are cut before them rather than within', async () => {
      const questions = [...said(19), 'What now?', 'This.', ...said(3)];
      const call = [...said(18), { role: 'assistant' }, { role: 'tool' }, { role: 'tool' }, ...said(3)];

      expect(await segmenter({ boundary: 'size' }).closedSizes(aConversation(questions))).toEqual([19]);
      expect(await segmenter({ boundary: 'size' }).closedSizes(aConversation(call))).toEqual([18]);
    });

    it('go over the limits together, and not further than twice', async () => {
      const results = (count: number) => Array.from({ length: count }, () => ({ role: 'tool', content: 'Result.' }));
      const { closedSizes } = bound(segmenter({ boundary: 'size' }));

      expect(await closedSizes(aConversation(['Call.', ...results(29), ...said(2)]))).toEqual([30]);
      expect(await closedSizes(aConversation(['Call.', ...results(70)]))).toEqual([40]);
    });

    it('keep a call and a result of any size together, and no second one', async () => {
      const large = { role: 'tool', content: 'word '.repeat(10_000) };

      expect(await segmenter({ boundary: 'size' }).closedSizes(aConversation(['Call.', large, large]))).toEqual([2]);
    });

    it('are bounded when one person asks and asks', async () => {
      const messages = aConversation(said(100, 'Why?').map(() => ({ role: 'user', content: 'Why?' })));

      expect(await segmenter().closedSizes(messages)).toEqual([40, 40]);
    });
  });
});

/** A method as a function. */
function bound(segmenter: Segmenter) {
  return {
    closedSizes: (messages: readonly ConversationMessage[]) => segmenter.closedSizes(messages),
  };
}
