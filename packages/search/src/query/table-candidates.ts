import type { CallOptions, NamedPlace, SearchFilter } from '@lexichord/abstractions';
import { type Predicate, and, contains, greater, oneOf, or } from '@lexichord/storage';
import { indexWords } from '@lexichord/text-index';
import { type FileReference, inverseFrequency, meantBy, wordsWith } from '@lexichord/text-index/internal';

import type { ChunkRecord, IndexedFile } from '../corpus/chunk-record.js';
import type { Corpus } from '../corpus/corpus.js';
import { ChunkEncoder, compareRecords } from '../corpus/encode-chunks.js';
import { type CandidateRow, candidateChunk, candidateChunkColumns } from '../store/candidate-tables.js';
import type { CandidateState, CandidateStore } from '../store/candidate-store.js';
import { recordColumns, toChunkRecord } from '../store/chunk-rows.js';
import { inBatches } from '../store/index-store.js';
import type { CandidateQuery, CandidateSource, FoundCandidates, NameUses } from './candidate-source.js';
import { ClosestNames } from './closest-names.js';
import { type WeighedQuery, bestFiles, findCandidates, maxRanked, raritiesOf } from './find-candidates.js';
import { RowFilter } from './row-filter.js';

/**
 * Maximum rows of each search of the tables: twice the number of ranked chunks, because both searches together decide.
 */
const rowsPerSearch = 2 * maxRanked;

/** Maximum rows of a search when a filter that the tables cannot apply leaves few of them. */
const maxRowsPerSearch = 16 * rowsPerSearch;

/** Maximum number of chunks ranked because the query names them; a name of more chunks is too common. */
const maxNamed = 2_000;

type FoundRow = Pick<CandidateRow, (typeof candidateChunkColumns)[number]>;

/** Query, filter and options of a search for whole files. */
interface FileSearch {
  readonly weighed: WeighedQuery;
  readonly rowFilter: RowFilter;
  readonly options: CallOptions;
}

/** Services for the candidates of tables. */
export interface TableCandidatesContext {
  readonly store: CandidateStore;
  readonly state: CandidateState;
  /** Files of the index, by path. */
  readonly files: ReadonlyMap<string, IndexedFile>;
  /** Dimension of the vectors. */
  readonly dimension: number;
  /** Whether the tables are behind the index. */
  readonly isBehind: boolean;
}

/**
 * Queries the index in its tables: a full-text search, a vector search and look-ups of names in the query choose rows;
 * an index in memory made from these gives the same scores as one of all chunks.
 */
export class TableCandidates implements CandidateSource {
  readonly files: ReadonlyMap<string, IndexedFile>;
  readonly size: number;
  readonly isBehind: boolean;
  private readonly store: CandidateStore;
  private readonly dimension: number;
  private readonly meanLength: number;

  constructor({ store, state, files, dimension, isBehind }: TableCandidatesContext) {
    this.store = store;
    this.files = files;
    this.dimension = dimension;
    this.size = state.chunks;
    this.isBehind = isBehind;
    this.meanLength = state.words / Math.max(1, state.chunks);
  }

  async find({ filter, ...query }: CandidateQuery, options: CallOptions): Promise<FoundCandidates> {
    const { asked, vector, fusionWeight } = query;
    const rowFilter = new RowFilter(filter, this.files);
    const rarities = await this.raritiesOf(asked.words, options);
    const byMeaning = vector === undefined || fusionWeight === 0 ? [] : this.withMeaning(vector, rowFilter, options);
    const found = await Promise.all([
      fusionWeight === 1 ? [] : this.withWords([...rarities.keys()], rowFilter, options),
      byMeaning,
      this.named(asked.names, rowFilter, options),
      this.inFiles(pathsOf(asked.places, this.files), rowFilter, options),
    ]);
    const weighed = { ...query, rarities, accepts: () => true };
    const corpus = await this.corpusWithFiles(found.flat(), { weighed, rowFilter, options });
    options.signal?.throwIfAborted();
    return {
      ...findCandidates(corpus, weighed),
      usesOf: (names, some) => this.usesOf(names, corpus, some),
    };
  }

  async hasWord(word: string, options: CallOptions): Promise<boolean> {
    return ((await this.store.countsOf([word], options)).get(word)?.chunks ?? 0) > 0;
  }

  async hasWordWith(text: string, { signal }: CallOptions): Promise<boolean> {
    const isIn = wordsWith(text);
    const columns = ['word'] as const;
    for await (const { length, read } of this.store.words.scanColumns({
      where: greater('chunks', 0),
      columns,
      signal,
    })) {
      for (let index = 0; index < length; index += 1) if (isIn(read.word(index))) return true;
    }
    return false;
  }

  async closestTo(
    names: readonly string[],
    { filter, signal }: CallOptions & { readonly filter: SearchFilter },
  ): Promise<ReadonlyMap<string, NamedPlace>> {
    const { where, accepts } = new RowFilter(filter, this.files);
    const closest = new ClosestNames(names);
    const columns = [...recordColumns, 'chunksHash'] as const;
    for await (const rows of this.store.rows.scan({ where, columns, signal })) {
      await closest.add(rows.filter(accepts).map(toChunkRecord), { signal });
    }
    return closest.places();
  }

  async recordsOf(filePaths: readonly string[], { signal }: CallOptions): Promise<readonly ChunkRecord[]> {
    const { accepts } = new RowFilter({}, this.files);
    const records: ChunkRecord[] = [];
    const columns = [...recordColumns, 'chunksHash'] as const;
    for (const some of inBatches(filePaths)) {
      for await (const rows of this.store.rows.scan({ where: oneOf('filePath', some), columns, signal })) {
        records.push(...rows.filter(accepts).map(toChunkRecord));
      }
    }
    return records.sort(compareRecords);
  }

  private async raritiesOf(words: readonly string[], options: CallOptions): Promise<ReadonlyMap<string, number>> {
    const counts = await this.store.countsOf(words, options);
    const chunksWith = (word: string): number => counts.get(word)?.chunks ?? 0;
    return raritiesOf(words, {
      hasWord: (word) => chunksWith(word) > 0,
      rarityOf: (word) => inverseFrequency(chunksWith(word), this.size),
    });
  }

  private withWords(words: readonly string[], filter: RowFilter, options: CallOptions): Promise<readonly FoundRow[]> {
    const { where } = filter;
    return bestRows(filter, async (limit) => {
      const search = { ...options, where, limit, column: 'terms', columns: candidateChunkColumns } as const;
      return (await this.store.rows.textSearch(words, search)).map(({ row }) => row);
    });
  }

  private withMeaning(vector: Float32Array, filter: RowFilter, options: CallOptions): Promise<readonly FoundRow[]> {
    const { where } = filter;
    return bestRows(filter, async (limit) => {
      const search = { ...options, where, limit, columns: candidateChunkColumns } as const;
      return (await this.store.rows.vectorSearch(vector, search)).map(({ row }) => row);
    });
  }

  private async named(names: readonly string[], filter: RowFilter, options: CallOptions): Promise<readonly FoundRow[]> {
    const small = [...new Set(names.map((name) => name.toLowerCase()))];
    const counts = await this.store.countsOf(small, options);
    const defined = small.filter((name) => (counts.get(name)?.definers ?? 0) > 0);
    if (defined.length === 0) return [];
    return this.firstRows(or(...defined.map((name) => contains('names', name))), filter, options);
  }

  /** Makes a corpus of the found rows and, in a query for whole files, the other rows of the best files. */
  private async corpusWithFiles(
    found: readonly FoundRow[],
    { weighed, rowFilter, options }: FileSearch,
  ): Promise<Corpus> {
    const corpus = this.corpusOf(found);
    if (weighed.wholeFiles !== true) return corpus;
    return this.corpusOf([...found, ...(await this.inFiles(bestFiles(corpus, weighed), rowFilter, options))]);
  }

  private async inFiles(
    paths: readonly string[],
    filter: RowFilter,
    options: CallOptions,
  ): Promise<readonly FoundRow[]> {
    const rows: FoundRow[] = [];
    for (const some of inBatches(paths)) {
      if (rows.length < maxNamed) rows.push(...(await this.firstRows(oneOf('filePath', some), filter, options)));
    }
    return rows.sort(byPlace).slice(0, maxNamed);
  }

  /** The first rows by path and line that satisfy a condition. */
  private async firstRows(
    condition: Predicate<CandidateRow>,
    { where, accepts }: RowFilter,
    { signal }: CallOptions,
  ): Promise<readonly FoundRow[]> {
    let first: FoundRow[] = [];
    const scan = {
      where: where === undefined ? condition : and(condition, where),
      columns: candidateChunkColumns,
      signal,
    };
    for await (const rows of this.store.rows.scan(scan)) {
      first.push(...rows.filter(accepts));
      if (first.length > 2 * maxNamed) first = first.sort(byPlace).slice(0, maxNamed);
    }
    return first.sort(byPlace).slice(0, maxNamed);
  }

  private corpusOf(rows: readonly FoundRow[]): Corpus {
    const encoder = new ChunkEncoder(this.dimension, { meanLength: this.meanLength });
    for (const row of new Map(rows.map((one) => [one.id, one])).values()) encoder.add(candidateChunk(row));
    return { files: this.files, ...encoder.finish() };
  }

  private async usesOf(
    names: readonly string[],
    { index }: Corpus,
    options: CallOptions,
  ): Promise<ReadonlyMap<string, NameUses>> {
    // The first of a name's words is the whole name.
    const words = new Map(
      names.flatMap((name) =>
        indexWords(name)
          .slice(0, 1)
          .map((word) => [name, word] as const),
      ),
    );
    const small = names.map((name) => name.toLowerCase());
    const counts = await this.store.countsOf([...new Set([...words.values(), ...small])], options);
    return new Map(
      [...words].flatMap(([name, word]): [string, NameUses][] => {
        const chunks = counts.get(word)?.chunks ?? 0;
        const definers = counts.get(name.toLowerCase())?.definers ?? 0;
        return chunks === 0 ? [] : [[name, { definers, chunks, users: index.documentsWith(word) }]];
      }),
    );
  }
}

/** The best rows that a filter accepts; repeats the search with a higher limit while too few are left. */
async function bestRows(
  { accepts }: RowFilter,
  search: (limit: number) => Promise<readonly FoundRow[]>,
): Promise<readonly FoundRow[]> {
  for (let limit = rowsPerSearch; ; limit *= 4) {
    const rows = await search(limit);
    const accepted = rows.filter(accepts);
    const isEnough = accepted.length >= maxRanked || rows.length < limit || limit >= maxRowsPerSearch;
    if (isEnough) return accepted.slice(0, rowsPerSearch);
  }
}

function pathsOf(places: readonly FileReference[], files: ReadonlyMap<string, IndexedFile>): readonly string[] {
  const isMeant = places.map(({ path }) => meantBy(path));
  return isMeant.length === 0 ? [] : [...files.keys()].filter((path) => isMeant.some((test) => test(path))).sort();
}

function byPlace(a: FoundRow, b: FoundRow): number {
  if (a.filePath !== b.filePath) return a.filePath < b.filePath ? -1 : 1;
  return a.startLine - b.startLine || a.endLine - b.endLine || (a.id < b.id ? -1 : 1);
}
