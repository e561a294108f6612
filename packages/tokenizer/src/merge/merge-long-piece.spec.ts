import { tokenEncodings } from '@lexichord/abstractions';
import fc from 'fast-check';
import { createByteSource, type ByteSource } from '../byte-source.js';
import { LongPieceMerger } from './merge-long-piece.js';
import { PieceMerger } from './merge-ranks.js';
import { loadRankTable } from '../ranks/load-rank-table.js';

function sourceOf(text: string): { readonly source: ByteSource; readonly length: number } {
  const bytes = Buffer.from(text);
  const source = createByteSource(bytes.length);
  source.bytes.set(bytes);
  return { source, length: bytes.length };
}

/** Long pieces: a few runs and mixtures of a script each. */
const alphabets = [
  'a',
  'ab',
  'ACGT',
  ' ',
  'etaoinshrdlu',
  '的一是不了在人有我他',
  '한국어입니다',
  'ابتثج',
  '👨\u200d😀',
  '\u0301e',
  '\u3000',
  'กขคง',
];
const longPiece = fc
  .array(
    fc.tuple(
      fc.constantFrom(...alphabets),
      fc.integer({ min: 1, max: 3000 }),
      fc.nat(),
      fc.integer({ min: 1, max: 9 }),
    ),
    { minLength: 2, maxLength: 8 },
  )
  .map((runs) =>
    runs
      .map(([alphabet, length, seed, stride]) => {
        const characters = Array.from(alphabet);
        return Array.from({ length }, (_, i) => characters[(((i * i) >> stride) + seed) % characters.length]).join('');
      })
      .join(''),
  );

/** gpt2 has the rank table of r50k_base. */
const encodings = tokenEncodings.filter((encoding) => encoding !== 'gpt2');

describe.each(encodings)('merging long pieces of %s', (encoding) => {
  const merger = new PieceMerger(loadRankTable(encoding));

  function wholeBounds(source: ByteSource, length: number): number[] {
    const parts = merger.mergeWhole(source, 0, length);
    return Array.from(merger.partStarts.subarray(0, parts + 1));
  }

  it('gives the same tokens as merging all at once', () => {
    fc.assert(
      fc.property(longPiece, (text) => {
        const { source, length } = sourceOf(text);
        const parts = merger.merge(source, 0, length);
        const bounds = Array.from(merger.partStarts.subarray(0, parts + 1));

        expect(bounds).toEqual(wholeBounds(source, length));
      }),
      { numRuns: 60 },
    );
  });

  it('stops behind the tokens that were asked for, which are those of their bytes', () => {
    const { source, length } = sourceOf('的一是不了在人有我他'.repeat(20_000));

    const parts = merger.merge(source, 0, length, 500);
    const bounds = Array.from(merger.partStarts.subarray(0, 501));

    expect(parts).toBeGreaterThan(500);
    expect(parts).toBeLessThan(3000);
    expect(bounds).toEqual(wholeBounds(source, bounds.at(-1) ?? 0));
  });
});

describe('LongPieceMerger', () => {
  it('merges the whole piece where two chunks never share a token', () => {
    // Parts of seven bytes counted from the chunk's end, so that chunks of other ends have other parts.
    const chunks = {
      partStarts: new Int32Array(20_000),
      mergeWhole(_source: ByteSource, _start: number, length: number): number {
        const parts = Math.ceil(length / 7);
        for (let part = 1; part <= parts; part++) this.partStarts[part] = length - 7 * (parts - part);
        return parts;
      },
    };
    const { source, length } = sourceOf(
      Array.from({ length: 30_000 }, (_, i) => String.fromCharCode(97 + ((i * i) % 23))).join(''),
    );
    const piece = new LongPieceMerger(chunks, source, 0);

    expect(piece.merge(length, Infinity)).toBe(Math.ceil(length / 7));
    expect(piece.partStarts[1]).toBe(length % 7);
  });
});
