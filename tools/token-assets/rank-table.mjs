import { packAsset, toBytes } from './asset-file.mjs';
import { hashBytes } from './hash-bytes.mjs';
import { joinFilter, porousPairs } from './character-joins.mjs';

const magic = 0x4b54584c; // "LXTK", little-endian
const formatVersion = 1;
const placeBits = 21;
/** Logarithm of the filter's bits for each slot. */
const filterBitsPerSlot = 3;
const paddingBytes = 16;

/**
 * Rank lines of js-tiktoken (`! <first rank> <base64> <base64> …`) as `[rank] -> bytes`.
 * @throws if the ranks have a gap, because the packed form has no room for one
 */
function parseRanks(text) {
  const tokens = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const [, first, ...encoded] = line.split(' ');
    if (Number(first) !== tokens.length) throw new RangeError(`Rank ${first} does not follow ${tokens.length - 1}.`);
    for (const token of encoded) tokens.push(Buffer.from(token, 'base64'));
  }
  return tokens;
}

/**
 * The rank table as one file, ready to be used as it is read:
 *
 * - header (asset-file.mjs) with four numbers: slots, bytes of the arena, porous pairs, bytes of the longest token
 * - slots: the hash table, see `packSlots`
 * - filter: eight bits per slot; the bit that the highest bits of a token's hash name is set
 * - arena: every token in rank order, its length in one byte and then its bytes
 * - porous pairs: 16 bits each, first byte low
 * - join filter: see character-joins.mjs
 * - padding, because tokens are read four bytes at a time
 *
 * All numbers are little-endian.
 */
export function packRankTable(text) {
  const tokens = parseRanks(text);
  const tooLong = tokens.find((token) => token.length === 0 || token.length > 255);
  if (tooLong) throw new RangeError(`A token of ${tooLong.length} bytes does not fit a length byte.`);
  assertMergesClimb(tokens);

  const slots = packSlots(tokens);
  const filter = packFilter(tokens, Math.log2(slots.length) + filterBitsPerSlot);
  const arena = Buffer.concat(tokens.flatMap((token) => [Buffer.of(token.length), token]));
  const pairs = porousPairs(tokens);
  const longest = tokens.reduce((length, token) => Math.max(length, token.length), 0);
  return {
    bytes: packAsset(
      magic,
      formatVersion,
      [slots.length, arena.length, pairs.length, longest],
      [
        toBytes(slots),
        filter,
        arena,
        Uint8Array.from(pairs.flatMap((pair) => [pair & 0xff, pair >> 8])),
        joinFilter(tokens),
        Buffer.alloc(paddingBytes),
      ],
    ),
    tokenCount: tokens.length,
  };
}

/**
 * An open-addressing table with linear probing, filled in rank order. A slot is 0 or 11 bits of the token's hash above
 * its place, the offset of its bytes in the arena. The first slot to look at is given by the highest bits of the hash.
 */
function packSlots(tokens) {
  const slotBits = Math.ceil(Math.log2(tokens.length));
  const slots = new Uint32Array(2 ** slotBits);
  let place = 1;
  for (const token of tokens) {
    if (place >= 2 ** placeBits) throw new RangeError(`The arena is larger than ${placeBits} bits can address.`);
    const hash = hashBytes(token);
    let at = hash >>> (32 - slotBits);
    while (slots[at] !== 0) at = (at + 1) % slots.length;
    slots[at] = (hash << placeBits) | place;
    place += token.length + 1;
  }
  return slots;
}

/** Most byte strings that merging asks for are no tokens: nine of ten of those find an empty bit here. */
function packFilter(tokens, indexBits) {
  const filter = new Uint8Array(2 ** (indexBits - 3));
  for (const token of tokens) {
    const bit = hashBytes(token) >>> (32 - indexBits);
    filter[bit >> 3] |= 1 << (bit & 7);
  }
  return filter;
}

/**
 * Merging may begin with whole characters instead of bytes (see character-joins.mjs) only if every token comes out of
 * merging its own bytes, and each merge has a higher rank than the merges that made its two parts.
 * @throws if a token breaks that, naming its rank
 */
function assertMergesClimb(tokens) {
  const ranks = new Map(tokens.map((token, rank) => [token.toString('latin1'), rank]));
  const rankOf = (bytes) => (bytes.length === 1 ? -1 : (ranks.get(bytes) ?? Infinity));
  for (const [rank, token] of tokens.entries()) {
    const parts = Array.from(token.toString('latin1'));
    while (parts.length > 1) {
      const pairRanks = parts.slice(1).map((part, index) => rankOf(parts[index] + part));
      const lowest = Math.min(...pairRanks);
      const at = pairRanks.indexOf(lowest);
      if (lowest === Infinity || rankOf(parts[at]) >= lowest || rankOf(parts[at + 1]) >= lowest) {
        throw new RangeError(`Token ${rank} does not come out of merges of rising rank.`);
      }
      parts.splice(at, 2, parts[at] + parts[at + 1]);
    }
  }
}
