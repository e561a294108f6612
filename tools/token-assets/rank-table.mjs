import { indexVocabulary } from '../../packages/tokenizer/dist/ranks/load-rank-table.js';
import { packAsset, toBytes } from './asset-file.mjs';

const magic = 0x4b54584c; // "LXTK", little-endian
const formatVersion = 1;
const maxArenaBytes = 2 ** 21;
const paddingBytes = 16;

/**
 * The rank table as one file, ready to be used as it is read. The header (asset-file.mjs) has four numbers: slots, bytes
 * of the arena, porous pairs, bytes of the longest token. The body are the parts that `RankTableParts` describes, in
 * this order: slots, filter, arena, porous pairs, joins; then padding, because tokens are read four bytes at a time. All
 * numbers are little-endian.
 */
export function packRankTable(vocabulary) {
  const { slots, filter, porousPairs, joins, maxTokenBytes } = indexVocabulary(vocabulary);
  const { arena, arenaBytes } = vocabulary;
  return packAsset(
    magic,
    formatVersion,
    [slots.length, arenaBytes, porousPairs.length / 2, maxTokenBytes],
    [
      toBytes(Array.from(slots)),
      filter,
      arena.bytes.subarray(0, arenaBytes),
      porousPairs,
      joins,
      Buffer.alloc(paddingBytes),
    ],
  );
}

/** @throws if the ranks have a gap, because a file has no room for one */
export function assertNoGaps({ ranks }) {
  const gap = ranks.findIndex((rank, index) => rank !== index);
  if (gap >= 0) throw new RangeError(`Rank ${ranks[gap]} does not follow ${gap - 1}.`);
}

/**
 * What the counter takes for granted of a vocabulary: tokens of 1 to 255 bytes, an arena that a slot can address, ranks
 * that rise, and that every token comes out of merging its own bytes where each merge has a higher rank than the
 * merges that made its two parts. Merging may then begin with whole characters instead of bytes.
 * @throws if a token breaks that, naming its rank
 */
export function assertUsable(vocabulary) {
  const tokens = tokensOf(vocabulary);
  if (vocabulary.arenaBytes >= maxArenaBytes) throw new RangeError(`The arena is larger than ${maxArenaBytes} bytes.`);
  const ranks = new Map(tokens.map((token, index) => [token, index]));
  const rankOf = (bytes) => (bytes.length === 1 ? -1 : (ranks.get(bytes) ?? Infinity));
  for (const [index, token] of tokens.entries()) {
    const parts = Array.from(token);
    while (parts.length > 1) {
      const pairRanks = parts.slice(1).map((part, pair) => rankOf(parts[pair] + part));
      const lowest = Math.min(...pairRanks);
      const at = pairRanks.indexOf(lowest);
      if (lowest === Infinity || rankOf(parts[at]) >= lowest || rankOf(parts[at + 1]) >= lowest) {
        throw new RangeError(`Token ${index} does not come out of merges of rising rank.`);
      }
      parts.splice(at, 2, parts[at] + parts[at + 1]);
    }
  }
}

/** The tokens, a character for a byte. */
function tokensOf({ arena, offsets, ranks }) {
  const bytes = Buffer.from(arena.bytes.buffer);
  return Array.from(offsets, (offset, index) => {
    const length = bytes[offset - 1];
    const next = offsets[index + 1] ?? offset + length + 1;
    const isRising = index === 0 || ranks[index] > ranks[index - 1];
    // The length of a token of more than 255 bytes is cut off.
    if (length === 0 || offset + length + 1 !== next || !isRising) {
      throw new RangeError(`Token ${index} has no usable length or rank.`);
    }
    return bytes.toString('latin1', offset, offset + length);
  });
}
