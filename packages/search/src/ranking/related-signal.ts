import { groupBy, isProse } from '@lexichord/platform/internal';
import { indexWords } from '@lexichord/text-index';

import type { ChunkRecord } from '../corpus/chunk-record.js';
import type { Corpus } from '../corpus/corpus.js';
import { definersIn } from '../corpus/look-ups.js';
import type { Candidate } from '../query/find-candidates.js';
import type { RankedChunk } from './rank-candidates.js';

/** Best chunks whose neighbours are looked for. */
const maxSeeds = 12;

/** A name that more chunks have says next to nothing about each of them. */
const maxUsers = 300;

/** Sum of strengths at which a chunk is half as related as it can ever be: that of a name that a hundred chunks have. */
const halfSum = 0.01;

/** A smaller index says less: any word is rare in it, and two chunks share one by chance. In chunks. */
const fullIndex = 500;

/** A name that candidates define. */
interface SharedName {
  /** How much one use says, above 0 and at most 1: less for a name that many chunks of the index define or have. */
  readonly strength: number;
  readonly definers: ReadonlySet<ChunkRecord>;
  /** Candidates that have the name as a word, and do not define it: two overrides do not use each other. */
  readonly users: readonly ChunkRecord[];
}

/**
 * How closely candidates are related to the best ones, because one of the two defines a name that the other has: what is
 * called and what calls it are changed together. Above 0 and below 1, for those that are related at all.
 *
 * Names are compared as words of the index, without reading a file or resolving a reference: a name that is defined once
 * and used in a few places says nearly as much as a resolved reference (ADR 0092).
 *
 * @param ranked best first, without this signal
 */
export function relatednessOf(
  ranked: readonly RankedChunk[],
  found: readonly Candidate[],
  corpus: Corpus,
): ReadonlyMap<ChunkRecord, number> {
  const names = sharedNames(found, corpus);
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
  const trust = Math.min(1, corpus.records.length / fullIndex);
  return new Map([...sums].map(([record, sum]) => [record, (trust * sum) / (sum + halfSum)]));
}

/** The names that candidates define and others of them have. */
function sharedNames(found: readonly Candidate[], corpus: Corpus): readonly SharedName[] {
  // Prose has names in it, too, and uses nothing.
  const code = found.filter(({ record }) => !isProse(record.language));
  const records = new Map(code.map(({ document, record }) => [document, record]));
  const defined = code.flatMap(({ record }) => namesOf(record).map((name) => ({ name, record })));
  return [...groupBy(defined, ({ name }) => name.toLowerCase())].flatMap(([small, same]) => {
    const documents = documentsWith(same[0]?.name ?? '', corpus);
    if (documents.length === 0 || documents.length > maxUsers) return [];
    const definers = new Set(same.map(({ record }) => record));
    const users = [...documents].flatMap((document) => records.get(document) ?? []).filter((one) => !definers.has(one));
    const allDefiners = Math.max(1, definersIn(corpus).get(small)?.length ?? 0);
    return users.length === 0 ? [] : [{ strength: 1 / allDefiners / documents.length, definers, users }];
  });
}

/** A chunk that goes on with a definition has its name, too. */
function namesOf({ definitions, symbol }: ChunkRecord): readonly string[] {
  const names = definitions.map(({ name }) => name);
  return symbol === undefined ? names : [...names, symbol];
}

/** Chunks that have a name as a word. A name such as `i` or `get` is no word of the index. */
function documentsWith(name: string, { index }: Corpus): Uint32Array {
  // Of the words of a name the whole name comes first.
  const [word] = indexWords(name);
  return word === undefined ? new Uint32Array() : index.documentsWith(word);
}

function namesByChunk(
  names: readonly SharedName[],
  chunksOf: (name: SharedName) => Iterable<ChunkRecord>,
): ReadonlyMap<ChunkRecord, readonly SharedName[]> {
  const pairs = names.flatMap((name) => [...chunksOf(name)].map((record) => ({ record, name })));
  const byChunk = groupBy(pairs, ({ record }) => record);
  return new Map([...byChunk].map(([record, own]) => [record, own.map(({ name }) => name)]));
}
