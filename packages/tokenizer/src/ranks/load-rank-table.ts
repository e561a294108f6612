import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

import { ErrorCode, LexichordError, type TokenEncoding } from '@lexichord/abstractions';

import { hashBytes } from '../byte-source.js';
import { findCharacterJoins, joinFilterBytes } from './character-joins.js';
import { parseRanks, type Vocabulary } from './parse-ranks.js';
import { filterBitsPerSlot, offsetBits, RankTable, type RankTableParts } from './rank-table.js';
import { readTokenAsset, readWords } from './token-assets.js';

const magic = 0x4b54584c;
const version = 1;
const headerNumbers = 4;

/**
 * Readers of each encoding's ranks: from an asset of this package, or from js-tiktoken. gpt2 has the ranks of
 * r50k_base.
 */
const readers: Readonly<Record<TokenEncoding, () => RankTable>> = {
  o200k_base: () => readRankTable('o200k_base'),
  cl100k_base: () => readRankTable('cl100k_base'),
  p50k_base: () => buildFromPackage('p50k_base'),
  r50k_base: () => buildFromPackage('r50k_base'),
  gpt2: () => loadRankTable('r50k_base'),
};

const loaded = new Map<TokenEncoding, RankTable>();

/**
 * Returns the rank table of an encoding, read at the first call and then shared by all counters of the process.
 * @throws {LexichordError} `io-failed` if the asset or the package is damaged, `not-found` if the package is missing
 */
export function loadRankTable(encoding: TokenEncoding): RankTable {
  const cached = loaded.get(encoding);
  if (cached) return cached;
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
    // Including the data after it, because tokens are read four bytes at a time.
    arena: new DataView(body.buffer, body.byteOffset + arenaStart, body.length - arenaStart),
    porousPairs: body.subarray(arenaEnd, joinsStart),
    joins: body.subarray(joinsStart, joinsStart + joinFilterBytes),
    maxTokenBytes,
  });
}

/** Builds a rank table in memory, from a vocabulary without a file. */
function buildRankTable(vocabulary: Vocabulary): RankTable {
  return new RankTable(indexVocabulary(vocabulary));
}

/** Computes the parts of a rank table. `tools/token-assets/build-rank-tables.mjs` writes them to files. */
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
 * Builds the hash table, with linear probing and filled in rank order, and its filter. The highest bits of a token's
 * hash are the first slot to check, and the bit of the filter.
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
    slots[slot] = (hash << offsetBits) | offset;
    const bit = hash >>> (32 - slotBits - filterBitsPerSlot);
    filter[bit >>> 3] = (filter[bit >>> 3] as number) | (1 << (bit & 7));
  });
  return { slots, filter };
}

/**
 * SHA-256 of the ranks, as checked by `tools/token-assets/generate.mjs`; other versions of the package may have the
 * same.
 */
const checkedRanks = {
  p50k_base: 'e23ec98d5839a941c3f9b4542d16aa752a5c369ca073d6da3193cfa409290c7c',
  r50k_base: '79bfa2b34bc64d5ab2407f1b21067e2e203e3de840c55328f71af542a54eadb6',
} as const;

/** Ranks that are read from js-tiktoken, by the name of their module. */
type JsTiktokenRanks = keyof typeof checkedRanks;

/** Loads a CommonJS module by its name, as `require` does. */
type ModuleLoader = (module: string) => unknown;

const loadInstalled: ModuleLoader = (module) => createRequire(import.meta.url)(module) as unknown;

/** Error codes of `require` for a missing package, or a missing module in it. */
const missingCodes: readonly unknown[] = ['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'];

/**
 * Reads ranks from the package js-tiktoken, an optional peer dependency; `parseRanks` describes the format.
 * Synchronous, because counting is, and called once per process.
 * @throws {LexichordError} `not-found` if js-tiktoken is not installed, `io-failed` if it cannot be loaded or its ranks
 * differ from the checked ones
 */
export function readJsTiktokenRanks(name: JsTiktokenRanks, load: ModuleLoader = loadInstalled): string {
  const { bpe_ranks: ranks } = loadModule(name, load);
  if (typeof ranks === 'string' && createHash('sha256').update(ranks).digest('hex') === checkedRanks[name])
    return ranks;
  throw new LexichordError(
    ErrorCode.ioFailed,
    `The installed js-tiktoken has ranks for ${name} that differ from the published ones. Run "npm install js-tiktoken@1.0.21".`,
    { details: { ranks: name } },
  );
}

function loadModule(name: JsTiktokenRanks, load: ModuleLoader): { readonly bpe_ranks?: unknown } {
  try {
    return load(`js-tiktoken/ranks/${name}`) as { readonly bpe_ranks?: unknown };
  } catch (cause) {
    const isMissing = missingCodes.includes((cause as NodeJS.ErrnoException).code);
    throw new LexichordError(
      isMissing ? ErrorCode.notFound : ErrorCode.ioFailed,
      `The encoding ${name} needs the package js-tiktoken, which ${isMissing ? 'is not installed' : 'cannot be loaded'}. ` +
        'Run "npm install js-tiktoken@1.0.21", or count with o200k_base or cl100k_base.',
      { details: { ranks: name }, cause },
    );
  }
}
