import { type TokenEncoding, tokenEncodings } from '@lexichord/abstractions';
import fc from 'fast-check';
import { get_encoding, type Tiktoken } from 'tiktoken';
import { BytePairEncoder } from './byte-pair-encoder.js';

/** What is everyday, and what has broken tokenizers before. */
const corpus: readonly (readonly [name: string, text: string])[] = [
  [
    'prose',
    'The quick brown fox jumps over the lazy dog. It didn’t care; "why should it?" she asked.\n\nNext paragraph…',
  ],
  [
    'code',
    'export async function f<T>(xs: readonly T[]): Promise<void> {\n\t// comment\n\tfor (const x of xs) await g(x);\n}\n',
  ],
  ['comments with slashes', 'a();\n// one\n// two\n/// three\n\n/* four */\n//\n/\n'],
  ['C# with a BOM', '\ufeffusing System;\r\n\r\nnamespace A\r\n{\r\n    class B { }\r\n}\r\n'],
  ['contractions', "it's IT'S I'll we'LL you're they'VE don'T I'm he'd x'ſ 'tis o'clock 'S'LL'"],
  ['apostrophes alone', "''' 's' 'll 'l 'r 're"],
  ['Chinese', '这是一个用来检查分词器的句子，它有标点。第二句！第三句？'],
  ['Japanese', 'これはトークンを数えるための文章です。カタカナー、漢字、ひらがな。'],
  ['Korean', '이 문장은 토큰을 세기 위한 것입니다. 값은 정확해야 합니다.'],
  ['other scripts', 'Привет, мир! Γειά σου. שלום עולם. مرحبا بالعالم. नमस्ते दुनिया। ภาษาไทย հայերեն ქართული'],
  ['emoji', '😀👍🏽👨‍👩‍👧‍👦🇩🇪🇫🇷❤️🏳️‍🌈 ok 🚀🚀🚀'],
  ['title case, modifiers, marks', 'ǅungla ʰa ªº e\u0301\u0301 \u0301ABC \u0301abc A\u0301B ABC中DEF中GHIx'],
  ['numbers', '1 12 123 1234 12345.678 ٣٤٥٦ Ⅷ ½ 𝟘𝟙𝟚𝟛 1e-9'],
  [
    'white space',
    ' \t\n \r\n\r \u0085\u0085 \u00a0\u1680\u2000\u2028\u2029\u202f\u205f\u3000 \u200b\u180e\ufeff  end  ',
  ],
  ['blank lines with blanks', 'a\n   \n\t\n    b\n\n\n   c   '],
  ['lone surrogates', 'a\ud800b\udc00c\ud83d \ude00'],
  ['control characters', 'a\u0000b\u0007c\u001fd\u007fe'],
  ['special-token strings', '<|endoftext|><|im_start|>system<|endofprompt|><|fim_prefix|>'],
  ['names of object members', 'toString __proto__ constructor hasOwnProperty valueOf'],
  ['case that folds oddly', "K\u212a'S ß İ ı ſ'ſt ΐ ﬃ"],
  [
    'long runs',
    `${'a'.repeat(300)} ${' '.repeat(300)}${'中'.repeat(200)}${'='.repeat(300)}\n${'\n'.repeat(50)}${'ab'.repeat(200)}`,
  ],
  ['base64', Buffer.from(Array.from({ length: 900 }, (_, i) => (i * 7919) % 256)).toString('base64')],
  ['newest scripts of Unicode 16', '\u{10d4a}\u{10d65} \u{1ccd0}\u{1ccd9} \u{16d40}a \u{11f02}\u{1e4d0}'],
];

const pieceOfText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'grapheme-ascii', maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t', '\u0085', '\u2028', '\u3000', '/', 'x'), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom('A', 'b', "'", 's', 'L', 'l', 'ſ', '\u0301', '中', 'ʰ', 'ǅ', '1'), maxLength: 10 }),
  fc.string({ unit: fc.integer({ min: 0x4e00, max: 0x9fff }).map((unit) => String.fromCharCode(unit)), maxLength: 30 }),
  fc.string({ unit: fc.integer({ min: 0xd700, max: 0xe0ff }).map((unit) => String.fromCharCode(unit)), maxLength: 6 }),
  fc.constantFrom('<|endoftext|>', '__proto__', 'aaaaaaaaaaaaaaaaaaaaaaaa', '👨‍👩‍👧', ' the', '\ufeff', '    '),
);
const anyText = fc.array(pieceOfText, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** Length of the longest run of `a`, and of blanks, that merging makes one token of a long run. */
const maxRuns: Readonly<Record<TokenEncoding, { readonly letters: number; readonly blanks: number }>> = {
  o200k_base: { letters: 8, blanks: 128 },
  cl100k_base: { letters: 8, blanks: 128 },
  p50k_base: { letters: 4, blanks: 16 },
  r50k_base: { letters: 4, blanks: 1 },
  gpt2: { letters: 4, blanks: 1 },
};

describe.each(tokenEncodings)('BytePairEncoder of %s', (encoding) => {
  let oracle: Tiktoken;
  let encoder: BytePairEncoder;

  beforeAll(() => {
    oracle = get_encoding(encoding);
    encoder = new BytePairEncoder(encoding);
  });
  afterAll(() => oracle.free());

  it.each(corpus)('FR-016-74: gives the tokens of the model’s tokenizer for %s', (_name, text) => {
    const tokens = encoder.tokenize(text);

    expect(tokens.map(({ id }) => id)).toEqual(Array.from(oracle.encode_ordinary(text)));
    expect(encoder.count(text)).toBe(tokens.length);
    expect(Buffer.concat(tokens.map(({ bytes }) => bytes)).toString()).toBe(Buffer.from(text).toString());
  });

  it('FR-016-74: gives the tokens of the model’s tokenizer for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encoder.tokenize(text).map(({ id }) => id)).toEqual(Array.from(oracle.encode_ordinary(text)));
      }),
      { numRuns: 500 },
    );
  });

  it('counts any text as it lists it, whatever was counted before', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encoder.count(text)).toBe(oracle.encode_ordinary(text).length);
      }),
      { numRuns: 500 },
    );
  });

  it('counts a text that is longer than a window', () => {
    const text = corpus
      .map(([, part]) => part)
      .join('\n')
      .repeat(12);

    expect(encoder.count(text)).toBe(oracle.encode_ordinary(text).length);
  });

  it('counts a part of a text as a text of its own', () => {
    const text = corpus.map(([, part]) => part).join('\n');

    expect(encoder.count(text, 100, 900)).toBe(oracle.encode_ordinary(text.slice(100, 900)).length);
  });

  it('counts a hundred thousand equal characters', () => {
    // The model's own tokenizer needs ten seconds for this text.
    const text = 'a'.repeat(100_000);

    expect(encoder.count(text)).toBe(100_000 / maxRuns[encoding].letters);
  });

  it('counts 200 KB of base64 as the model’s tokenizer', () => {
    const bytes = Buffer.from(
      Array.from({ length: 150_000 }, (_, i) => (Math.imul(i + 1, 2_654_435_761) >>> 11) % 251),
    );
    const text = bytes.toString('base64');

    expect(encoder.count(text)).toBe(oracle.encode_ordinary(text).length);
  });

  it.each([' ', '\t', '=', '中', '\u3000', '\n', 'e\u0301', '👨\u200d', 'ACGT', 'ratatouille'])(
    'FR-016-74: gives the tokens of the model’s tokenizer for a piece of many %j',
    (part) => {
      // The model's own tokenizer takes time by the square of a piece's length: a piece that is merged in chunks is enough.
      const text = part.repeat(5_000 / part.length);

      expect(encoder.tokenize(text).map(({ id }) => id)).toEqual(Array.from(oracle.encode_ordinary(text)));
    },
  );

  it('counts a hundred thousand spaces', () => {
    expect(encoder.count(' '.repeat(128 * 800))).toBe((128 * 800) / maxRuns[encoding].blanks);
  });

  it('goes on counting rightly when its piece cache has started again', () => {
    const words = Array.from({ length: 60_000 }, (_, i) => `zq${(i * 2654435761) >>> 0}xk${i}wv`);
    const text = words.join(' ');
    const expected = encoder.count(text);

    expect(encoder.count(text)).toBe(expected);
    encoder.forgetPieces();
    expect(encoder.count(text)).toBe(expected);
  });

  it('takes the longest prefix of a budget, ending between characters', () => {
    const text = 'one two three 中文 four';

    const { end, tokens } = encoder.fit(text, 0, text.length, 3);

    expect(text.slice(0, end)).toBe('one two three');
    expect(tokens).toBe(3);
  });
});
