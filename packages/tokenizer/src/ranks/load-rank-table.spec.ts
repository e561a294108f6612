import { createRequire } from 'node:module';

import { ErrorCode } from '@lexichord/abstractions';
import { Tiktoken, type TiktokenBPE } from 'js-tiktoken/lite';

import { BpeTokenCounter } from '../bpe-token-counter.js';
import { readJsTiktokenRanks } from './load-rank-table.js';
import { parseRanks } from './parse-ranks.js';

const require = createRequire(import.meta.url);

function failsWith(code: string): () => never {
  return () => {
    throw Object.assign(new TypeError('cannot be loaded'), { code });
  };
}

describe('readJsTiktokenRanks', () => {
  it.each([
    ['p50k_base', 50_280, 50_280],
    ['r50k_base', 50_256, 50_255],
  ] as const)('reads the ranks of %s', (name, tokens, lastRank) => {
    const { offsets, ranks } = parseRanks(readJsTiktokenRanks(name));

    expect([offsets.length, ranks.at(-1)]).toEqual([tokens, lastRank]);
  });

  it.each(['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'])(
    'says what to install when the package is not there (%s)',
    (code) => {
      expect(() => readJsTiktokenRanks('p50k_base', failsWith(code))).toThrow(
        expect.objectContaining({
          code: ErrorCode.notFound,
          message: expect.stringMatching(/p50k_base.*js-tiktoken.*not installed.*npm install js-tiktoken@\d/) as string,
        }) as Error,
      );
    },
  );

  it('tells a package that cannot be loaded from one that is not there', () => {
    expect(() => readJsTiktokenRanks('p50k_base', failsWith('EACCES'))).toThrow(
      expect.objectContaining({
        code: ErrorCode.ioFailed,
        message: expect.stringContaining('cannot be loaded') as string,
      }) as Error,
    );
  });

  it.each([{ bpe_ranks: '! 0 IQ==' }, {}])('refuses other ranks than the published ones (%j)', (module) => {
    expect(() => readJsTiktokenRanks('r50k_base', () => module)).toThrow(
      expect.objectContaining({ code: ErrorCode.ioFailed }) as Error,
    );
  });
});

describe('parseRanks', () => {
  it('reads lines of consecutive ranks, with gaps between them', () => {
    const { arena, arenaBytes, offsets, ranks } = parseRanks('! 0 IQ== 5Lg= 5LiA\n! 7 aGVsbG8=\n');

    const tokens = Array.from(offsets, (offset) =>
      Buffer.from(arena.bytes.subarray(offset, offset + arena.bytes[offset - 1]!)).toString('latin1'),
    );
    expect(tokens).toEqual(['!', 'ä¸', 'ä¸\u0080', 'hello']);
    expect(Array.from(ranks)).toEqual([0, 1, 2, 7]);
    expect(arenaBytes).toBe(4 + 1 + 2 + 3 + 5);
  });
});

/** Without U+0085, U+FEFF and lone surrogates, in which js-tiktoken differs from the models' tokenizer. */
const texts = [
  "It's what they'd said: I'LL go, we've gone; 'tis 's '' 'll",
  'export async function f<T>(xs: readonly T[]) {\n\t// comment\n    for (const x of xs) await g(x);\r\n}\n\n\n  end  ',
  'Привет, мир! שלום עולם. नमस्ते दुनिया। 这是一个句子。 カタカナー 한국어 e\u0301 😀👍🏽👨‍👩‍👧 ½ Ⅷ 12345 ٣٤٥',
  '<|endoftext|> and <|im_start|>',
];

describe.each(['p50k_base', 'r50k_base', 'gpt2'] as const)('js-tiktoken, %s', (encoding) => {
  it('gives the same tokens', () => {
    const peer = new Tiktoken(require(`js-tiktoken/ranks/${encoding}`) as TiktokenBPE);
    const counter = new BpeTokenCounter({ encoding });

    for (const text of texts) {
      expect(counter.tokenize(text).map(({ id }) => id)).toEqual(peer.encode(text, [], []));
    }
  });
});
