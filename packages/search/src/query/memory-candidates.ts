import type { CallOptions, NamedPlace, SearchFilter } from '@lexichord/abstractions';
import { Turns } from '@lexichord/platform/internal';
import { indexWords } from '@lexichord/text-index';

import type { ChunkRecord, IndexedFile } from '../corpus/chunk-record.js';
import type { Corpus } from '../corpus/corpus.js';
import { definersIn } from '../corpus/look-ups.js';
import { AcceptedDefinitions } from './accepted-definitions.js';
import type { CandidateQuery, CandidateSource, FoundCandidates, NameUses } from './candidate-source.js';
import { findCandidates, raritiesOf } from './find-candidates.js';
import { recordFilter } from './record-filter.js';

/** Queries the whole index in memory. */
export class MemoryCandidates implements CandidateSource {
  readonly isBehind = false;

  constructor(readonly corpus: Corpus) {}

  get files(): ReadonlyMap<string, IndexedFile> {
    return this.corpus.files;
  }

  get size(): number {
    return this.corpus.records.length;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- tables are read
  async find({ filter, ...query }: CandidateQuery, { signal }: CallOptions): Promise<FoundCandidates> {
    signal?.throwIfAborted();
    const { corpus } = this;
    const rarities = raritiesOf(query.asked.words, corpus.index);
    const candidates = findCandidates(corpus, { ...query, rarities, accepts: recordFilter(filter, this.files) });
    return {
      ...candidates,
      usesOf: (names) => Promise.resolve(new Map(names.flatMap((name) => this.usesOf(name)))),
    };
  }

  hasWord(word: string): Promise<boolean> {
    return Promise.resolve(this.corpus.index.hasWord(word));
  }

  hasWordWith(text: string): Promise<boolean> {
    return Promise.resolve(this.corpus.index.hasWordWith(text));
  }

  async closestTo(
    names: readonly string[],
    { filter, signal }: CallOptions & { readonly filter: SearchFilter },
  ): Promise<ReadonlyMap<string, NamedPlace>> {
    signal?.throwIfAborted();
    const accepts = recordFilter(filter, this.files);
    const definitions = await AcceptedDefinitions.of(this.corpus, accepts, new Turns(signal));
    const closest = new Map<string, NamedPlace>();
    for (const name of names) {
      const place = await definitions.closestTo(name);
      if (place !== undefined) closest.set(name, place);
    }
    return closest;
  }

  recordsOf(): Promise<readonly ChunkRecord[]> {
    return Promise.resolve(this.corpus.records);
  }

  private usesOf(name: string): readonly (readonly [string, NameUses])[] {
    // The first of a name's words is the whole name.
    const [word] = indexWords(name);
    const users = word === undefined ? undefined : this.corpus.index.documentsWith(word);
    if (users === undefined || users.length === 0) return [];
    const definers = definersIn(this.corpus).get(name.toLowerCase())?.length ?? 0;
    return [[name, { definers, chunks: users.length, users }]];
  }
}
