import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ErrorCode, type TokenEncoding, tokenEncodings } from '@lexichord/abstractions';
import { get_encoding } from 'tiktoken';
import { CharClass, loadCharClasses } from '../pre-tokenize/char-class.js';
import { createByteSource } from '../byte-source.js';
import { loadRankTable } from './load-rank-table.js';
import { noToken } from './rank-table.js';
import { readTokenAsset, readWords } from './token-assets.js';

interface ManifestEntry {
  readonly file: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}
const folder = new URL('../../assets/tokens/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
  readonly rankTables: readonly (ManifestEntry & { readonly tokenCount: number; readonly encoding: TokenEncoding })[];
  readonly classTable: ManifestEntry & { readonly unicodeVersion: string };
};

/** Ranks from 0 on, and those among them that only a special token has. */
const rankCounts: Readonly<
  Record<TokenEncoding, { readonly rankCount: number; readonly specialRanks: readonly number[] }>
> = {
  o200k_base: { rankCount: 199_998, specialRanks: [] },
  cl100k_base: { rankCount: 100_256, specialRanks: [] },
  p50k_base: { rankCount: 50_281, specialRanks: [50_256] },
  r50k_base: { rankCount: 50_257, specialRanks: [50_256] },
  gpt2: { rankCount: 50_257, specialRanks: [50_256] },
};

describe('token assets', () => {
  it.each([...manifest.rankTables, manifest.classTable])('$file is the file that the manifest names', (entry) => {
    const bytes = readFileSync(new URL(entry.file, folder));

    expect(bytes.length).toBe(entry.sizeBytes);
    if ('encoding' in entry) expect(entry.tokenCount).toBe(rankCounts[entry.encoding].rankCount);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(entry.sha256);
  });

  it.each(tokenEncodings)('%s has every token of the model’s tokenizer under its rank', (encoding) => {
    const oracle = get_encoding(encoding);
    const table = loadRankTable(encoding);
    const source = createByteSource(256);
    const { rankCount, specialRanks } = rankCounts[encoding];

    const wrong: number[] = [];
    for (let rank = 0; rank < rankCount; rank++) {
      const bytes = oracle.decode_single_token_bytes(rank);
      source.bytes.set(bytes);
      const place = table.find(source.words, 0, bytes.length);
      if (place === noToken || table.rankAt(place) !== rank) wrong.push(rank);
    }
    oracle.free();

    expect(wrong).toEqual(specialRanks);
  });

  it('has one table for r50k_base and gpt2, whose ranks are the same', () => {
    expect(loadRankTable('gpt2')).toBe(loadRankTable('r50k_base'));
  });

  it('has the classes of Unicode 16, with white space as the model’s tokenizer sees it', () => {
    const classes = loadCharClasses();
    const classOf = (character: string): number => classes[character.codePointAt(0)!]!;

    expect(manifest.classTable.unicodeVersion).toBe('16.0');
    expect(classOf('\u0085')).toBe(CharClass.space);
    expect(classOf('\ufeff')).toBe(CharClass.symbol);
    expect(classOf('\n')).toBe(CharClass.space | CharClass.newline);
    expect(classOf('A')).toBe(CharClass.upper | CharClass.letter);
    expect(classOf('中')).toBe(CharClass.upper | CharClass.lower | CharClass.letter);
    expect(classOf('\u0301')).toBe(CharClass.upper | CharClass.lower | CharClass.symbol);
    expect(classOf('Ⅷ')).toBe(CharClass.number);
  });

  it('refuses a missing file and a file of another kind', () => {
    expect(() => readTokenAsset('none.bin', 1, 1, 0)).toThrow(
      expect.objectContaining({ code: ErrorCode.ioFailed }) as Error,
    );
    expect(() => readTokenAsset('manifest.json', 1, 1, 0)).toThrow(
      expect.objectContaining({ code: ErrorCode.ioFailed }) as Error,
    );
  });

  it('reads numbers from memory of any alignment', () => {
    const bytes = Uint8Array.of(9, 1, 0, 0, 0, 0, 1, 0, 0).subarray(1);

    expect(Array.from(readWords(bytes))).toEqual([1, 256]);
  });
});
