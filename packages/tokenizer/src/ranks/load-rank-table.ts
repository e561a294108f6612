import type { TokenEncoding } from '@lexichord/abstractions';

import { hashBytes } from '../bytes/byte-source.js';
import { findCharacterJoins, joinFilterBytes } from './character-joins.js';
import { type JsTiktokenRanks, readJsTiktokenRanks } from './js-tiktoken-ranks.js';
import { type Vocabulary, parseRanks } from './parse-ranks.js';
import { RankTable, type RankTableParts, filterBitsPerSlot, placeBits } from './rank-table.js';
import { readTokenAsset, readWords } from './token-assets.js';

const magic = 0x4b54584c;
const version = 1;
const headerNumbers = 4;

/** Reads the ranks of each encoding: from an asset of ours, or from js-tiktoken. gpt2 has the ranks of r50k_base. */
const readers: Readonly<Record<TokenEncoding, () => RankTable>> = {
  o200k_base: () => readRankTable('o200k_base'),
  cl100k_base: () => readRankTable('cl100k_base'),
  p50k_base: () => buildFromPackage('p50k_base'),
  r50k_base: () => buildFromPackage('r50k_base'),
  gpt2: () => loadRankTable('r50k_base'),
};

const loaded = new Map<TokenEncoding, RankTable>();

/**
 * The rank table of an encoding, read at the first call and then shared by every counter of the process.
 * @throws {LexichordError} `io-failed` if the asset or the package is damaged, `not-found` if the package is missing
 */
export function loadRankTable(encoding: TokenEncoding): RankTable {
  const known = loaded.get(encoding);
  if (known) return known;
  const table = readers[encoding]();
  loaded.set(encoding, table);
  return table;
}

function buildFromPackage(ranks: JsTiktokenRanks): RankTable {
  return buildRankTable(parseRanks(readJsTiktokenRanks(ranks)));
}

function readRankTable(name: string): RankTable {
  const { header, body } = readTokenAsset(`${name}.bin`, magic, version, headerNumbers);
  const [slotCount = 0, arenaBytes = 0, pairCount = 0, maxTokenBytes = 0] = header;
  const filterStart = slotCount * 4;
  const arenaStart = filterStart + slotCount;
  const arenaEnd = arenaStart + arenaBytes;
  const joinsStart = arenaEnd + pairCount * 2;
  return new RankTable({
    slots: readWords(body.subarray(0, filterStart)),
    filter: body.subarray(filterStart, arenaStart),
    // With what follows it, since tokens are read four bytes at a time.
    arena: new DataView(body.buffer, body.byteOffset + arenaStart, body.length - arenaStart),
    porousPairs: body.subarray(arenaEnd, joinsStart),
    joins: body.subarray(joinsStart, joinsStart + joinFilterBytes),
    maxTokenBytes,
  });
}

/** A rank table in memory, from a vocabulary that has no file of its own. */
function buildRankTable(vocabulary: Vocabulary): RankTable {
  return new RankTable(indexVocabulary(vocabulary));
}

/** Everything that a rank table is made of. Also what `tools/token-assets/generate.mjs` writes to files. */
function indexVocabulary(vocabulary: Vocabulary): Required<RankTableParts> {
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
