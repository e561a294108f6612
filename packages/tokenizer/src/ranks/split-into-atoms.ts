import type { ByteSource } from '../bytes/byte-source.js';
import { characterWidth } from '../bytes/utf8.js';
import { noToken, type RankTable } from './rank-table.js';

/**
 * Splits a piece into the parts that merging begins with: single bytes, or whole characters where that gives the
 * same tokens. It does where a character is a token itself and no token holds parts of characters across its two
 * ends; every merge has a higher rank than the merges that made its parts (the asset generator checks that), so the
 * order among characters does not change. Saves two of three merges in Chinese.
 * @param atomStarts receives the atoms' offsets within the piece and, after the last, the piece's length; has room
 *   for `length + 1`
 * @returns the number of atoms
 */
export function splitIntoAtoms(
  ranks: RankTable,
  { bytes, words }: ByteSource,
  start: number,
  length: number,
  atomStarts: Int32Array,
): number {
  let atoms = 0;
  let isPorousBefore = false;
  for (let offset = 0; offset < length;) {
    const width = characterWidth(bytes[start + offset] as number);
    const after = offset + width;
    const isPorousAfter =
      after < length && ranks.isPorous(bytes[start + after - 1] as number, bytes[start + after] as number);
    const isWhole =
      width === 1 || (!isPorousBefore && !isPorousAfter && ranks.find(words, start + offset, width) !== noToken);
    if (isWhole) atomStarts[atoms++] = offset;
    else for (let byte = offset; byte < after; byte++) atomStarts[atoms++] = byte;
    offset = after;
    isPorousBefore = isPorousAfter;
  }
  atomStarts[atoms] = length;
  return atoms;
}
