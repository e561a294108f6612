import type { ConversationMessage } from '@lexichord/abstractions';
import { RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';

import { compressionOptionsSchema, segmentBoundaries } from '../compression-options.js';
import { renderMessages } from '../render/render-messages.js';
import { Belonging } from './first-segment.js';
import { Segmenter } from './segmenter.js';
import { SubjectProvider } from './test-support/subject-provider.js';

const limits = { maxMessages: 12, maxTokens: 300 };
const tokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });

const words = fc.oneof(
  fc.constantFrom(
    '',
    ' \n',
    'The tide lifts the boat.',
    'Sail, anchor, harbour.',
    'Dough in the oven.',
    'Bread: flour.',
  ),
  fc.constantFrom('Why?', 'And the bread?', 'Is there a boat?', '\ud800', '/\n/\n', 'x'.repeat(900)),
  fc.string({ unit: 'binary', maxLength: 80 }),
);

const conversations = fc
  .array(
    fc.record({
      role: fc.constantFrom('user', 'assistant', 'user', 'assistant', 'tool', 'system'),
      speaker: fc.option(fc.constantFrom('Ada', '/', 'a\nb', '__proto__'), { nil: undefined }),
      content: words,
      timestampMs: fc.option(fc.integer({ min: -8e7, max: 8e7 }), { nil: undefined }),
    }),
    { maxLength: 60 },
  )
  .map((messages) => messages.map((message, index): ConversationMessage => ({ id: `m${index}`, ...message })));

function aSegmenter(boundary: (typeof segmentBoundaries)[number]): Segmenter {
  const options = compressionOptionsSchema.parse({ segments: { boundary, ...limits } });
  return new Segmenter(options, tokenCounter, new SubjectProvider(), new RecordingLogger());
}

/** Sizes as they are found when messages come in pieces: what is closed is never looked at again. */
async function sizesInPieces(
  messages: readonly ConversationMessage[],
  ends: readonly number[],
  boundary: (typeof segmentBoundaries)[number],
): Promise<readonly number[]> {
  const sizes: number[] = [];
  let start = 0;
  for (const end of [...ends, messages.length].sort((a, b) => a - b)) {
    if (end < start) continue;
    const found = await aSegmenter(boundary).closedSizes(messages.slice(start, end));
    sizes.push(...found);
    start += found.reduce((sum, size) => sum + size, 0);
  }
  return sizes;
}

describe('Segmenter', () => {
  it.each(segmentBoundaries)(
    'gives the same closed segments in whatever pieces messages come: %s',
    async (boundary) => {
      await fc.assert(
        fc.asyncProperty(conversations, fc.array(fc.nat(60)), async (messages, ends) => {
          const atOnce = await aSegmenter(boundary).closedSizes(messages);

          expect(await sizesInPieces(messages, ends, boundary)).toEqual(atOnce);
        }),
        { numRuns: 150 },
      );
    },
  );

  it('gives segments within the limits, but for what belongs together', async () => {
    await fc.assert(
      fc.asyncProperty(conversations, fc.constantFrom(...segmentBoundaries), async (messages, boundary) => {
        let start = 0;
        for (const size of await aSegmenter(boundary).closedSizes(messages)) {
          const segment = messages.slice(start, start + size);
          start += size;
          expect(size).toBeGreaterThan(0);
          expect(size).toBeLessThanOrEqual(2 * limits.maxMessages);
          if (isOnePiece(segment)) continue;
          expect(size).toBeLessThanOrEqual(limits.maxMessages);
          expect(tokenCounter.countTokens(renderMessages(segment).text)).toBeLessThanOrEqual(limits.maxTokens);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('leaves open no more than one segment and what is looked ahead', async () => {
    await fc.assert(
      fc.asyncProperty(conversations, fc.constantFrom(...segmentBoundaries), async (messages, boundary) => {
        const closed = (await aSegmenter(boundary).closedSizes(messages)).reduce((sum, size) => sum + size, 0);

        expect(messages.length - closed).toBeLessThanOrEqual(2 * limits.maxMessages);
      }),
    );
  });

  it('takes a megabyte, two hundred thousand letters without a space, and ten thousand empty messages', async () => {
    const contents = ['word '.repeat(200_000), 'x'.repeat(200_000), '?'.repeat(1_000_000), '\u0000'.repeat(100_000)];
    const messages = [...contents, ...Array.from({ length: 10_000 }, () => '')].map((content, index) => ({
      id: `m${index}`,
      role: 'user',
      content,
    }));

    const sizes = await aSegmenter('hybrid').closedSizes(messages);

    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(9_970);
  });
});

/** Whether a segment has no place where it may be cut. */
function isOnePiece(segment: readonly ConversationMessage[]): boolean {
  const belonging = new Belonging();
  return segment.map((message) => belonging.take(message)).every((belongs, index) => belongs || index === 0);
}
