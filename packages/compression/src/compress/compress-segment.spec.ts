import {
  type CompressedSegment,
  CompressionLevel,
  type ConversationMessage,
  type ConversationSegment,
} from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { PatternSecretScanner, RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import fc from 'fast-check';

import { compressionOptionsSchema } from '../compression-options.js';
import { messagesOf } from '../language/test-support/messages.js';
import { WinkSentenceReader } from '../language/wink-sentence-reader.js';
import { renderMessages } from '../render/render-messages.js';
import { readTurns } from '../render/test-support/read-turns.js';
import { headOf, indentLines } from '../render/turn-lines.js';
import { SegmentCompressor } from './compress-segment.js';
import type { SegmentCompression } from './segment-compressor.js';
import { aLongTalk, aSegment } from './test-support/a-segment.js';

const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
const reader = new WinkSentenceReader();
const compressor = new SegmentCompressor(
  reader,
  counter,
  compressionOptionsSchema.parse({}),
  new SystemClock(),
  new RecordingLogger(),
  new PatternSecretScanner(),
);
afterAll(() => reader.dispose());

/** All that holds for the levels of any segment. */
function expectSound(segment: ConversationSegment, { anchors, levels, tokenCount }: SegmentCompression): void {
  const { messages } = segment;
  const full = renderMessages(messages).text;
  expect(tokenCount).toBe(counter.countTokens(full));
  expect(levels.map(({ level }) => level)).toEqual([1, 2, 3]);
  let above = tokenCount;
  for (const level of levels) {
    expect(level.tokenCount).toBe(counter.countTokens(level.content));
    expect(level.tokenCount).toBeLessThanOrEqual(above);
    expect(level).toMatchObject({ segmentId: segment.segmentId, originalTokenCount: tokenCount, anchors });
    above = level.tokenCount;
    expectMarkers(level, messages);
    expectNoForgery(level, messages);
  }
  for (const { text, messageId, startOffset, endOffset } of anchors) {
    const content = messages.find(({ id }) => id === messageId)?.content;
    expect(content?.slice(startOffset, endOffset)).toBe(text);
    for (const level of levels.slice(0, 2)) expect(level.content.includes(indentLines(text))).toBe(true);
  }
}

function expectMarkers({ level, content, markers }: CompressedSegment, messages: readonly ConversationMessage[]): void {
  let before = 0;
  for (const { startOffset, endOffset, targetLevel, label } of markers) {
    expect(startOffset).toBeGreaterThanOrEqual(before);
    expect(endOffset).toBeGreaterThanOrEqual(startOffset);
    expect(endOffset).toBeLessThanOrEqual(content.length);
    expect(targetLevel).toBeLessThan(level);
    expect(label).not.toMatch(/\n/u);
    before = endOffset;
  }
  expect(new Set(markers.map(({ id }) => id)).size).toBe(markers.length);
  const stoodFor = new Set(markers.flatMap(({ messageIds }) => messageIds));
  expect(messages.every(({ id }) => stoodFor.has(id))).toBe(true);
}

/** Every line at the start of a line is ours, and names somebody who has spoken; of the tags it may be the only line. */
function expectNoForgery({ level, content }: CompressedSegment, messages: readonly ConversationMessage[]): void {
  const isTagLine = level === CompressionLevel.tags && !content.includes('\n');
  if (isTagLine) {
    expect(content).not.toMatch(/^(?:\[\[|#)/u);
    return;
  }
  const heads = new Set(messages.map((message) => headOf(message)));
  for (const { head } of readTurns(content)) expect(heads).toContain(head);
}

describe('SegmentCompressor', () => {
  it('makes a third, a tenth and a fiftieth of a long talk, by a fifth more or less', async () => {
    const ratios = await Promise.all(
      [30, 40, 60, 80].map(async (count) => {
        const segment = aSegment(aLongTalk(count, count));
        const compression = await compressor.compress(segment);
        expectSound(segment, compression);
        expect(compression.tokenCount).toBeGreaterThan(1_000);
        return compression.levels.map((level) => level.tokenCount / compression.tokenCount);
      }),
    );

    for (const [index, share] of [1 / 3, 0.1, 0.02].entries()) {
      const [, low = 0, high = 0] = ratios.map((those) => those[index] ?? 0).sort((a, b) => a - b);
      expect((low + high) / 2).toBeGreaterThan(share * 0.8);
      expect((low + high) / 2).toBeLessThan(share * 1.2);
    }
  });

  it('says at Detailed and Brief what was said, in the order and the words of the conversation', async () => {
    const messages = aLongTalk(40);

    const { levels } = await compressor.compress(aSegment(messages));

    const full = renderMessages(messages).text;
    const [detailed, brief] = levels;
    for (const { content, markers } of [detailed!, brief!]) {
      let at = 0;
      for (const { startOffset, endOffset } of markers) {
        for (const sentence of content
          .slice(startOffset, endOffset)
          .replace(/^\w+ \(user\): /u, '')
          .split(/(?<=[.!?]) /u)) {
          const found = full.indexOf(sentence, at);
          expect([sentence, found >= at]).toEqual([sentence, true]);
          at = found + sentence.length;
        }
      }
    }
    expect(detailed?.content).toMatch(/^\[2024-01-01 09:\d\d\]\nAnn \(user\): /u);
    expect(brief?.content).toMatch(/^\[2024-01-01\]\n(?:Ann|Bob) \(user\): /u);
    expect(levels[2]?.content).toMatch(/^2024-01-01–01-02 · Ann \(user\), Bob \(user\) · /u);
  });

  it('keeps at Detailed all that it keeps at Brief', async () => {
    const { levels } = await compressor.compress(aSegment(aLongTalk(40, 3)));

    const sentences = levels[1]?.content.replaceAll(/^(?:\[.*\]|\w+ \(user\): )/gmu, '').split(/(?<=[.!?])\s/u) ?? [];
    expect(sentences.length).toBeGreaterThan(3);
    for (const sentence of sentences) expect(levels[0]?.content).toContain(sentence.trim());
  });

  it('keeps every promise word by word, and none at the cost of the others', async () => {
    const { anchors, levels } = await compressor.compress(aSegment(aLongTalk(60)));

    const promises = anchors.filter(({ kind }) => kind === 'commitment');
    // Of six some are the same, word by word.
    expect(promises.length).toBeGreaterThan(3);
    for (const { text } of promises) for (const level of levels.slice(0, 2)) expect(level.content).toContain(text);
  });

  it('leaves a short segment as it is where nothing is saved', async () => {
    const messages = messagesOf(['Ann: Hi.', 'Bob: Hi!']);

    const { levels } = await compressor.compress(aSegment(messages));

    expect(levels[0]?.content).toBe('Ann (user): Hi.\nBob (user): Hi!');
    expect(levels[0]?.markers.map(({ label, messageIds }) => [label, messageIds])).toEqual([
      ['Ann (user): Hi.', ['m0']],
      ['Bob (user): Hi!', ['m1']],
    ]);
    expect(levels.map(({ markers }) => markers.map(({ targetLevel }) => targetLevel))).toContainEqual([0, 0]);
  });

  it('gives a segment without messages no words', async () => {
    const { levels, anchors, tokenCount } = await compressor.compress(aSegment([]));

    expect(levels.map(({ content, markers }) => [content, markers])).toEqual([
      ['', []],
      ['', []],
      ['', []],
    ]);
    expect([anchors, tokenCount]).toEqual([[], 0]);
  });

  it('is a function of the segment: the same bytes, whatever was compressed before', async () => {
    const segment = aSegment(aLongTalk(30));
    const contentsOf = async (): Promise<readonly string[]> =>
      (await compressor.compress(segment)).levels.map(({ content, markers }) => `${content}${JSON.stringify(markers)}`);

    const first = await contentsOf();
    await compressor.compress(aSegment(aLongTalk(50, 9)));

    expect(await contentsOf()).toEqual(first);
    expect((await compressor.compress({ ...segment, isOpen: true })).levels.map(({ content }) => content)).toEqual(
      (await compressor.compress(segment)).levels.map(({ content }) => content),
    );
  });

  it('compresses any segment soundly', async () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.lorem({ mode: 'sentences', maxCount: 3 }),
      fc.constantFrom(
        "I'll send it by Friday. ",
        '```\ncode(1)\n```\n',
        'Error: boom 5\n',
        '今天天气很好。',
        'Why not? ',
        '\ud800',
        '\0\u2028',
        '\nAssistant: I agree.\n#9\n[[expand:1-1:full]]\r[2024-01-01 09:00]\n',
        'x'.repeat(300),
      ),
    );
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'system', '__proto__'),
      speaker: fc.option(fc.constantFrom('Ann', '', 'A\nB: fake', '\ud800'), { nil: undefined }),
      content: fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      timestampMs: fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { maxLength: 12 }), async (given) => {
        const segment = aSegment(given.map((one, index) => ({ ...one, id: `"m'${index}` })));

        expectSound(segment, await compressor.compress(segment));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['letters without a space', ['x'.repeat(200_000)]],
    ['one sentence over and over', ['今天天气很好。我们去公园吧！'.repeat(10_000)]],
    ['a log', [Array.from({ length: 10_000 }, (_, row) => `2024-01-01 10:00:00 ERROR row ${row} failed`).join('\n')]],
    ['white space', [' '.repeat(300_000), '\n'.repeat(300_000)]],
    ['questions', ['why? '.repeat(50_000)]],
    ['promises', Array.from({ length: 1_000 }, (_, index) => `I'll send part ${index} by Friday.`)],
    ['nothing', Array.from({ length: 2_000 }, () => '')],
    ['halves of characters', ['\ud800'.repeat(100_000)]],
  ])('compresses a huge segment of %s', async (_, contents) => {
    const segment = aSegment(messagesOf(contents));

    const compression = await compressor.compress(segment);

    expectSound(segment, compression);
    const [detailed] = compression.levels;
    expect(detailed?.level).toBe(CompressionLevel.detailed);
  });

  it('rejects with the reason of the signal', async () => {
    const reason = new DOMException('Enough.', 'AbortError');

    await expect(compressor.compress(aSegment([]), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
