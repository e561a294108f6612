import { tokenEncodings } from '@lexichord/abstractions';
import fc from 'fast-check';
import { BpeTokenCounter } from '../bpe-token-counter.js';
import { BytePairEncoder } from '../byte-pair-encoder.js';

const counter = new BpeTokenCounter({ encoding: 'o200k_base' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const paragraph = 'Alpha beta gamma delta. Epsilon zeta eta theta iota kappa lambda.';

describe('truncateToTokens', () => {
  it('returns a text that fits as it is', () => {
    expect(counter.truncateToTokens('one two\n', 10)).toEqual({
      content: 'one two\n',
      tokenCount: 3,
      boundary: 'whole',
    });
    expect(counter.truncateToTokens('', 0)).toEqual({ content: '', tokenCount: 0, boundary: 'whole' });
    expect(counter.truncateToTokens(paragraph, Infinity).boundary).toBe('whole');
  });

  it.each([0, -1, 0.5, Number.NaN])('keeps nothing of a text for a budget of %d', (maxTokens) => {
    expect(counter.truncateToTokens(paragraph, maxTokens)).toEqual({ content: '', tokenCount: 0, boundary: 'empty' });
  });

  it('cuts at the end of a paragraph, without the blank line', () => {
    const text = `${paragraph}\n\n${paragraph}`;

    const { content, boundary } = counter.truncateToTokens(text, counter.countTokens(paragraph) + 5);

    expect({ content, boundary }).toEqual({ content: paragraph, boundary: 'paragraph' });
  });

  it('cuts at the end of a sentence where no paragraph ends in the last half', () => {
    const { content, boundary } = counter.truncateToTokens(paragraph, 9);

    expect({ content, boundary }).toEqual({ content: 'Alpha beta gamma delta.', boundary: 'sentence' });
  });

  it('cuts at the end of a Chinese sentence, which no space follows', () => {
    const text = '今天天气很好。我们去公园散步吧我们去公园散步吧';

    const { content, boundary } = counter.truncateToTokens(text, 8);

    expect({ content, boundary }).toEqual({ content: '今天天气很好。', boundary: 'sentence' });
  });

  it('cuts code after a whole line', () => {
    const text = 'const a = one(1);\nconst b = two(2);\nconst c = three + four + five;\n';

    const { content, boundary } = counter.truncateToTokens(text, 18);

    expect({ content, boundary }).toEqual({ content: 'const a = one(1);\nconst b = two(2);', boundary: 'sentence' });
  });

  it('cuts at the end of a word where no sentence ends', () => {
    expect(counter.truncateToTokens('alpha beta gamma delta epsilon', 3).boundary).toBe('word');
  });

  it('cuts between tokens where no word ends', () => {
    const { content, tokenCount, boundary } = counter.truncateToTokens('a'.repeat(10_000), 100);

    expect({ length: content.length, tokenCount, boundary }).toEqual({
      length: 800,
      tokenCount: 100,
      boundary: 'token',
    });
  });

  it.each(['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', 'e\u0301\u0302\u0303\u0304', '\ud83d\ude00', '\r\n'])(
    'never splits the grapheme %j',
    (grapheme) => {
      const text = `x${grapheme.repeat(12)}`;
      const ends = new Set([0, ...[...graphemes.segment(text)].map(({ index, segment }) => index + segment.length)]);

      for (let maxTokens = 0; maxTokens <= counter.countTokens(text); maxTokens++) {
        expect(ends).toContain(counter.truncateToTokens(text, maxTokens).content.length);
      }
    },
  );

  it('keeps nothing where the first grapheme alone is too much', () => {
    const text = `e${'\u0301'.repeat(3000)} and more`;

    expect(counter.truncateToTokens(text, 20)).toEqual({ content: '', tokenCount: 0, boundary: 'empty' });
  });

  const part = fc.oneof(
    fc.constantFrom(' ', '\n', '\n\n', '. ', ';\n', '  ', '\t', '。', "'s", '//', '\r\n', '\u3000'),
    fc.string({ unit: 'grapheme-ascii', maxLength: 9 }),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
    fc.constantFrom('the quick brown fox', '中文字', '👨‍👩‍👧', '🇩🇪🇫🇷', 'aaaaaaaaaaaaaaaaaaaaa', '    '),
  );
  const anyText = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));

  it.each([1, 1.3])(
    'gives a prefix that is never over, ends no grapheme early and stays as it is (safety factor %d)',
    (safetyFactor) => {
      const anyCounter = new BpeTokenCounter({ encoding: 'o200k_base', safetyFactor });
      fc.assert(
        fc.property(anyText, fc.integer({ min: 0, max: 80 }), (text, maxTokens) => {
          const truncated = anyCounter.truncateToTokens(text, maxTokens);
          const { content, tokenCount, boundary } = truncated;

          expect(text.startsWith(content)).toBe(true);
          expect(tokenCount).toBe(anyCounter.countTokens(content));
          expect(tokenCount).toBeLessThanOrEqual(maxTokens);
          expect(boundary === 'whole').toBe(content === text);
          const starts = new Set([0, text.length, ...[...graphemes.segment(text)].map(({ index }) => index)]);
          expect(starts).toContain(content.length);
          if (boundary !== 'empty')
            expect(anyCounter.truncateToTokens(content, maxTokens)).toEqual({ ...truncated, boundary: 'whole' });
        }),
        { numRuns: 700 },
      );
    },
  );
});

describe('truncateToTokens of a long text without a place to cut', () => {
  const units = 2_000_000;
  const maxTokens = 1000;
  const maxTokenLength = 128;
  /** Digits of a linear congruential generator, drawn from an alphabet. */
  const drawn = (alphabet: string): string => {
    let state = 1;
    return Array.from({ length: units }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return alphabet.charAt(Math.floor((state / 2 ** 32) * alphabet.length));
    }).join('');
  };
  const texts: readonly (readonly [name: string, text: string])[] = [
    ['Chinese', drawn('这是一个用来检查分词器的句子它有标点第二句第三句今天气很好我们去公园散步吧')],
    ['equal letters', 'a'.repeat(units)],
    ['spaces', ' '.repeat(units)],
    ['ideographic spaces', '\u3000'.repeat(units)],
    ['line feeds', '\n'.repeat(units)],
    ['base64', drawn('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')],
    ['letters', drawn('abcdefghijklmnopqrstuvwxyz')],
    ['letters with marks', 'e\u0301\u0302\u0303'.repeat(units / 4)],
    ['emoji', '😀🚀👍🏽'.repeat(units / 8)],
    ['families', '👨‍👩‍👧'.repeat(units / 8)],
    ['flags', '🇩🇪🇫🇷'.repeat(units / 8)],
    ['prose', `${paragraph} `.repeat(units / 66)],
    ['one comma far away', `${'中'.repeat(units / 2)}, ${'中'.repeat(units / 2)}`],
  ];
  const counters = tokenEncodings.map((encoding) => new BpeTokenCounter({ encoding, cacheEnabled: false }));

  /** UTF-16 units that are handed to the encoder while `act` runs. */
  function unitsRead(act: () => void): number {
    const fit = jest.spyOn(BytePairEncoder.prototype, 'fit');
    const count = jest.spyOn(BytePairEncoder.prototype, 'count');
    act();
    let read = 0;
    for (const [, from, to] of fit.mock.calls) read += to - from;
    for (const [text, from = 0, to = text.length] of count.mock.calls) read += to - from;
    fit.mockRestore();
    count.mockRestore();
    return read;
  }

  describe.each(counters)('in $encoding', (anyCounter) => {
    it.each(texts)('reads no more of %s than the budget can hold, and uses the budget up', (_name, text) => {
      let truncated = anyCounter.truncateToTokens('', 0);

      const read = unitsRead(() => (truncated = anyCounter.truncateToTokens(text, maxTokens)));

      expect(read).toBeLessThanOrEqual(3 * maxTokens * maxTokenLength);
      expect(text.startsWith(truncated.content)).toBe(true);
      expect(truncated.tokenCount).toBe(anyCounter.countTokens(truncated.content));
      expect(truncated.tokenCount).toBeLessThanOrEqual(maxTokens);
      // The largest grapheme here has 18 tokens.
      expect(truncated.tokenCount).toBeGreaterThan(maxTokens - 18);
    });

    it.each(['\u0301', '\u200d👨'])('keeps nothing of one endless grapheme (%j), and soon says so', (extension) => {
      const text = `👨${extension.repeat(units / extension.length)}`;

      const read = unitsRead(() => {
        expect(anyCounter.truncateToTokens(text, maxTokens).boundary).toBe('empty');
      });

      expect(read).toBeLessThanOrEqual(3 * maxTokens * maxTokenLength);
    });

    it('cuts inside a grapheme only where it has no bound in reach', () => {
      const text = `e${'\u0301'.repeat(units)}`;

      const { content, tokenCount, boundary } = anyCounter.truncateToTokens(text, 100_000);

      expect(boundary).toBe('token');
      expect(tokenCount).toBe(anyCounter.countTokens(content));
      expect(tokenCount).toBeGreaterThan(99_990);
    });

    it('keeps a long piece whole where it just fits', () => {
      for (const text of ['a', ' ', '\u3000', '中', 'abcde'].map((part) => part.repeat(20_000))) {
        const tokens = anyCounter.countTokens(text);

        expect(anyCounter.truncateToTokens(text, tokens).boundary).toBe('whole');
        expect(anyCounter.truncateToTokens(text, tokens - 1).boundary).toBe('token');
      }
    });
  });
});
