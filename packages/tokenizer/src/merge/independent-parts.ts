import type { RankTable } from '../ranks/rank-table.js';
import { characterWidth } from '../bytes/utf8.js';

/**
 * End of the part of a piece that begins at `start`: the first place between two characters over which no token
 * runs. Nothing is merged across it, so the parts' counts add up to the piece's. In runs of Chinese or emoji most
 * characters end a part; ASCII is not looked at, since nearly all of its pairs stand in some token.
 */
export function independentPartEnd(ranks: RankTable, bytes: Uint8Array, start: number, end: number): number {
  let width = characterWidth(bytes[start] as number);
  for (let at = start + width; at < end; at += width) {
    const lead = bytes[at] as number;
    const last = bytes[at - 1] as number;
    if (lead >= 0x80 || width > 1) {
      const before = width === 1 ? last : (bytes[at - 2] as number) | (last << 8);
      const behind = lead < 0x80 ? lead : lead | ((bytes[at + 1] as number) << 8);
      if (!ranks.mayJoin(before, behind)) return at;
    }
    width = characterWidth(lead);
  }
  return end;
}
