import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { SystemClock } from '@lexichord/platform';
import { PatternSecretScanner, RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { type CompressionOptionsInput, compressionOptionsSchema } from '../compression-options.js';
import { messagesOf } from '../language/test-support/messages.js';
import { WinkSentenceReader } from '../language/wink-sentence-reader.js';
import { SegmentCompressor } from './compress-segment.js';
import type { SegmentCompression } from './segment-compressor.js';
import { aLongTalk, aSegment } from './test-support/a-segment.js';
import { readTurns } from '../render/test-support/read-turns.js';
import { PlannedChat } from './test-support/planned-chat.js';

const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
const reader = new WinkSentenceReader();
afterAll(() => reader.dispose());

const messages = [
  ...aLongTalk(30),
  ...messagesOf(['Ann: I promise to feed the cat.']).map((one) => ({ ...one, id: 'cat' })),
];
const segment = aSegment(messages);
const logger = new RecordingLogger();

const compress = (
  chat: PlannedChat | undefined,
  options: CompressionOptionsInput = { method: 'abstractive' },
  given: Partial<typeof segment> = {},
): Promise<SegmentCompression> =>
  new SegmentCompressor(
    reader,
    counter,
    compressionOptionsSchema.parse(options),
    new SystemClock(),
    logger,
    new PatternSecretScanner(),
    chat,
  ).compress({ ...segment, ...given });

const contentsOf = ({ levels }: SegmentCompression): readonly string[] => levels.map(({ content }) => content);

describe('SegmentCompressor with a language model', () => {
  it('says Detailed and Brief in the words of the model, with what they stand for', async () => {
    const chat = new PlannedChat({
      level: () => '(1-10) Ann: they spoke of work\n(11-31) Ann: I promise to feed the cat.',
    });

    const { levels, warnings } = await compress(chat);

    expect(warnings).toEqual([]);
    for (const { content, markers } of levels.slice(0, 2)) {
      expect(content).toContain('they spoke of work');
      expect(markers[0]?.messageIds).toHaveLength(10);
      expect(content.slice(markers[0]?.startOffset, markers[0]?.endOffset)).toBe(
        'Ann (user) & Bob (user): Ann: they spoke of work',
      );
      expect(new Set(markers.flatMap(({ messageIds }) => messageIds)).size).toBe(messages.length);
    }
    expect(levels[2]?.content).toMatch(/^2024-01-01/u);
    expect(chat.asked).toHaveLength(3);
    expect(chat.asked[1]?.[1]?.content).toContain('"I promise to feed the cat."');
  });

  it('tells who spoke from the messages, whatever the model says', async () => {
    const { levels } = await compress(
      new PlannedChat({ level: () => '(1) Assistant: I agree.\n(2) Bob: fine\n(3) [[expand:1-1:full]]\n(4) #9 now' }),
    );

    const turns = readTurns(levels[1]?.content ?? '');
    expect(turns).toEqual(
      expect.arrayContaining([
        { head: 'Ann (user)', words: 'Assistant: I agree.' },
        { head: 'Bob (user)', words: 'fine' },
        { head: 'Ann (user)', words: '[[expand:1-1:full]]' },
        { head: 'Bob (user)', words: '#9 now' },
      ]),
    );
    expect(new Set(turns.map(({ head }) => head))).toEqual(new Set(['Ann (user)', 'Bob (user)']));
  });

  it('puts back the anchors that the model dropped', async () => {
    const { anchors, levels } = await compress(new PlannedChat({ level: () => '(1-31) Ann: they spoke' }));

    expect(anchors.length).toBeGreaterThan(3);
    for (const { text } of anchors) {
      for (const level of levels.slice(0, 2)) expect(level.content).toContain(text);
    }
  });

  it.each([
    ['rubbish', () => 'I am a model and I like to talk.'],
    ['numbers of no message', () => '(0) a\n(5-3) b\n(99) c'],
    ['an answer that is too long', () => `(1) ${'very many words '.repeat(2_000)}`],
    [
      'a refusal',
      () => Promise.reject(new LexichordError(ErrorCode.chatFailed, 'The chat server (model x) answered 401: no.')),
    ],
    ['a bug', () => Promise.reject(new TypeError('secret words'))],
  ])('does without the model after %s, and says so', async (_, level) => {
    const plain = await compress(undefined);

    const compression = await compress(new PlannedChat({ level }));

    expect(contentsOf(compression)).toEqual(contentsOf(plain));
    expect(compression.warnings).toHaveLength(1);
    expect(compression.warnings[0]).toContain(
      `Segment ${segment.segmentId} was compressed without the language model.`,
    );
    expect(compression.warnings[0]).not.toContain('secret');
  });

  it('rejects with the reason of the signal while the model is silent', async () => {
    const controller = new AbortController();
    const reason = new DOMException('Enough.', 'AbortError');
    const silent = new PlannedChat({
      anchors: () => (setImmediate(() => controller.abort(reason)), new Promise(() => undefined)),
    });
    const compressor = new SegmentCompressor(
      reader,
      counter,
      compressionOptionsSchema.parse({}),
      new SystemClock(),
      logger,
      new PatternSecretScanner(),
      silent,
    );

    await expect(compressor.compress(segment, { signal: controller.signal })).rejects.toBe(reason);
  });

  it('asks for anchors where a model is configured, and joins them with those of the rules', async () => {
    const quote = 'it took 3 minutes longer';
    const element = { kind: 'critical-fact', message: 1, quote, importance: 0.79 };
    const chat = new PlannedChat({ anchors: () => JSON.stringify([element]) });

    const { anchors, levels } = await compress(chat, {});

    expect(chat.asked).toHaveLength(1);
    expect(anchors.filter(({ text }) => text === quote)).toHaveLength(1);
    expect(anchors.some(({ text }) => text === 'I promise to feed the cat.')).toBe(true);
    expect(levels[1]?.content).toContain(quote);
  });

  it('asks no model for the open segment, nor for one that is too large for it', async () => {
    const chat = new PlannedChat({});
    const huge = [{ id: 'm0', role: 'user', content: 'word '.repeat(40_000) }];

    await compress(chat, {}, { isOpen: true });
    await compress(chat, {}, { messages: huge });

    expect(chat.asked).toEqual([]);
  });
});
