import type { CallOptions } from '@lexichord/abstractions';
import { groupBy, isProse } from '@lexichord/platform/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { CandidateSource, FoundCandidates } from '../query/candidate-source.js';
import type { RankedChunk } from './rank-candidates.js';

/** Number of best chunks whose related chunks are searched. */
const maxSeeds = 12;

/** Maximum number of chunks with a name; a more frequent name relates too many chunks. */
const maxUsers = 300;

/** Sum of strengths at half of the maximum relatedness: that of a name in a hundred chunks. */
const halfSum = 0.01;

/**
 * Minimum size of an index with full weight, in chunks. In a smaller one any word is rare, and two chunks share one by
 * chance.
 */
const fullIndex = 500;

/** A name that candidates define. */
export interface SharedName {
  /** Weight of one use, above 0 and at most 1: less for a name that many chunks of the index define or have. */
  readonly strength: number;
  readonly definers: ReadonlySet<ChunkRecord>;
  /** Candidates that have the name as a word, and do not define it: two overrides do not use each other. */
  readonly users: readonly ChunkRecord[];
}

/**
 * Relatedness of candidates to the best ones, above 0 and below 1: one of the two defines a name in the other. Callers
 * and the functions they call are often changed together. Unrelated candidates have no entry.
 *
 * Names are compared as words of the index, without reading a file or resolving a reference: a name with one definition
 * and few uses is nearly as good as a resolved reference (ADR 0092).
 *
 * @param ranked best first, without this signal
 * @param names see {@link sharedNames}
 */
export function relatednessOf(
  ranked: readonly RankedChunk[],
  names: readonly SharedName[],
  { size }: Pick<CandidateSource, 'size'>,
): ReadonlyMap<ChunkRecord, number> {
  const defined = namesByChunk(names, ({ definers }) => definers);
  const used = namesByChunk(names, ({ users }) => users);
  const sums = new Map<ChunkRecord, number>();
  const best = ranked[0]?.score ?? 0;
  for (const { record: seed, score } of ranked.slice(0, maxSeeds)) {
    if (score <= 0) break;
    const add = (record: ChunkRecord, strength: number): void =>
      void sums.set(record, (sums.get(record) ?? 0) + (strength * score) / best);
    for (const { definers, strength } of used.get(seed) ?? []) for (const record of definers) add(record, strength);
    for (const { users, strength } of defined.get(seed) ?? []) for (const record of users) add(record, strength);
  }
  const trust = Math.min(1, size / fullIndex);
  return new Map([...sums].map(([record, sum]) => [record, (trust * sum) / (sum + halfSum)]));
}

/** Finds the names that candidates define and other candidates have. */
export async function sharedNames(
  { found, usesOf }: FoundCandidates,
  options: CallOptions,
): Promise<readonly SharedName[]> {
  // Prose contains names, too, but uses no definitions.
  const code = found.filter(({ record }) => !isProse(record.language));
  const records = new Map(code.map(({ document, record }) => [document, record]));
  const defined = code.flatMap(({ record }) => namesOf(record).map((name) => ({ name, record })));
  const byName = groupBy(defined, ({ name }) => name.toLowerCase());
  // The first form of a name; a name such as `i` or `get` is no word of the index.
  const forms = new Map([...byName].map(([small, same]) => [small, same[0]?.name ?? '']));
  const uses = await usesOf([...forms.values()], options);
  return [...byName].flatMap(([small, same]) => {
    const use = uses.get(forms.get(small) ?? '');
    if (use === undefined || use.chunks > maxUsers) return [];
    const definers = new Set(same.map(({ record }) => record));
    const users = [...use.users].flatMap((document) => records.get(document) ?? []).filter((one) => !definers.has(one));
    const strength = 1 / Math.max(1, use.definers) / use.chunks;
    return users.length === 0 ? [] : [{ strength, definers, users }];
  });
}

/** Names of a chunk; one that continues a definition has its name, too. */
function namesOf({ definitions, symbol }: ChunkRecord): readonly string[] {
  const names = definitions.map(({ name }) => name);
  return symbol === undefined ? names : [...names, symbol];
}

function namesByChunk(
  names: readonly SharedName[],
  chunksOf: (name: SharedName) => Iterable<ChunkRecord>,
): ReadonlyMap<ChunkRecord, readonly SharedName[]> {
  const pairs = names.flatMap((name) => [...chunksOf(name)].map((record) => ({ record, name })));
  const byChunk = groupBy(pairs, ({ record }) => record);
  return new Map([...byChunk].map(([record, own]) => [record, own.map(({ name }) => name)]));
}
