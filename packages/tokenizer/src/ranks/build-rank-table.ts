import { hashBytes } from '../bytes/byte-source.js';
import { findCharacterJoins } from './character-joins.js';
import type { Vocabulary } from './parse-ranks.js';
import { filterBitsPerSlot, placeBits, RankTable, type RankTableParts } from './rank-table.js';

/** A rank table in memory, from a vocabulary that has no file of its own. */
export function buildRankTable(vocabulary: Vocabulary): RankTable {
  return new RankTable(indexVocabulary(vocabulary));
}

/** Everything that a rank table is made of. Also what `tools/token-assets/build-rank-tables.mjs` writes to files. */
export function indexVocabulary(vocabulary: Vocabulary): Required<RankTableParts> {
  const { arena, offsets, ranks } = vocabulary;
  const { porousPairs, joinFilter } = findCharacterJoins(vocabulary);
  const lengths = offsets.map((offset) => arena.bytes[offset - 1] as number);
  return {
    ...hashTokens(vocabulary, lengths),
    arena: arena.words,
    porousPairs: Uint8Array.from(porousPairs.flatMap((pair) => [pair & 0xff, pair >>> 8])),
    joins: joinFilter,
    maxTokenBytes: lengths.reduce((longest, length) => Math.max(longest, length), 0),
    ranks,
  };
}

/**
 * The hash table, with linear probing and filled in rank order, and its filter. The highest bits of a token's hash
 * give the first slot to look at, and the bit of the filter.
 */
function hashTokens(
  { arena: { words }, offsets }: Vocabulary,
  lengths: Uint32Array,
): Pick<RankTableParts, 'slots' | 'filter'> {
  const slotBits = Math.ceil(Math.log2(offsets.length));
  const slots = new Uint32Array(2 ** slotBits);
  const filter = new Uint8Array(2 ** (slotBits + filterBitsPerSlot - 3));
  offsets.forEach((offset, index) => {
    const hash = hashBytes(words, offset, lengths[index] as number);
    let slot = hash >>> (32 - slotBits);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = (hash << placeBits) | offset;
    const bit = hash >>> (32 - slotBits - filterBitsPerSlot);
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
  });
  return { slots, filter };
}
