import type { CallOptions } from '@lexichord/abstractions';
import { type IDatabase, type Table, and, missing, not, oneOf } from '@lexichord/storage';

import type { IndexedFile } from '../corpus/chunk-record.js';
import { type CandidateRow, type WordRow, candidateRow, candidateTable, wordTable } from './candidate-tables.js';
import { type IndexIdentity, type IndexStore, inBatches } from './index-store.js';
import { countChunks } from './index-tables.js';
import { WordChange } from './word-change.js';

/** Chunks of one commit, some 30 MB. */
const chunksPerCommit = 8_192;

/** Words of one commit. */
const wordsPerCommit = 50_000;

/** So many chunks may be written before the tables are made fast again. */
const chunksUntilOptimized = 2_000;

/** What an update counts for at least, in chunks: each makes files of its own. */
const minWrittenPerUpdate = 20;

/** Facts kept with the table of candidates. */
const keys = {
  identity: 'identity',
  /** The state of the index that is followed; see `TablesState.fingerprint`. */
  fingerprint: 'fingerprint',
  /** Versions of both tables when they had followed it. */
  version: 'version',
  wordVersion: 'word-version',
  /** Numbers of chunks, and of words in all chunks. */
  chunks: 'chunks',
  words: 'words',
  /** Number of chunks that were written since the tables were made fast. */
  written: 'written',
} as const;

/** What the tables of candidates were when they had last followed the index. */
export interface CandidateState {
  readonly fingerprint: string;
  readonly chunks: number;
  /** With repetitions. */
  readonly words: number;
  readonly written: number;
  /** Whether nothing was written to them since. */
  readonly isWhole: boolean;
}

/** The index that is followed. */
export interface FollowedIndex {
  readonly store: Pick<IndexStore, 'chunksOf'>;
  readonly fingerprint: string;
  /** Its files, by path. */
  readonly files: ReadonlyMap<string, Pick<IndexedFile, 'chunksHash'> & { readonly chunks: number }>;
}

/** What rows are replaced by. */
interface Replacement extends CallOptions, Omit<FollowedIndex, 'fingerprint'> {
  readonly change: WordChange;
}

/**
 * The chunks in use once more, in tables that can be searched by words and vectors, with the counts that BM25 needs. For an
 * index that is too large for memory.
 *
 * Each row tells of which state of its file it is, so that a reader knows the rows that are still right while another process
 * writes. Only who updates the index writes.
 */
export class CandidateStore {
  private constructor(
    readonly rows: Table<CandidateRow>,
    readonly words: Table<WordRow>,
    private readonly identity: string,
  ) {}

  /** Opens the tables for writing. */
  static async open(database: IDatabase, identity: IndexIdentity, options: CallOptions): Promise<CandidateStore> {
    const rows = await database.table(candidateTable(identity.dimension), options);
    const words = await database.table(wordTable, options);
    return new CandidateStore(rows, words, JSON.stringify(identity));
  }

  /** Opens the tables for reading; `undefined` when they are not there. */
  static async openExisting(
    database: IDatabase,
    identity: IndexIdentity,
    options: CallOptions,
  ): Promise<CandidateStore | undefined> {
    const rows = await database.existingTable(candidateTable(identity.dimension), options);
    const words = await database.existingTable(wordTable, options);
    return rows && words && new CandidateStore(rows, words, JSON.stringify(identity));
  }

  /** `undefined` unless the tables have followed an index of this identity. */
  async state(options: CallOptions): Promise<CandidateState | undefined> {
    const facts = await this.rows.readMetadata(options);
    const fingerprint = facts[keys.fingerprint];
    if (facts[keys.identity] !== this.identity || fingerprint === undefined) return undefined;
    // Writing the facts was a commit, too.
    const isRowsWhole = (await this.rows.version(options)) === Number(facts[keys.version]) + 1;
    const isWordsWhole = (await this.words.version(options)) === Number(facts[keys.wordVersion]);
    return {
      fingerprint,
      chunks: Number(facts[keys.chunks]),
      words: Number(facts[keys.words]),
      written: Number(facts[keys.written]),
      isWhole: isRowsWhole && isWordsWhole,
    };
  }

  /** Brings the tables to the state of the index. What another process wrote, or one that was cut off, is made anew. */
  async follow({ store, fingerprint, files }: FollowedIndex, options: CallOptions): Promise<void> {
    const before = await this.wholeState(options);
    if (before?.fingerprint === fingerprint) return;
    const isNew = before === undefined;
    if (isNew) await this.clear(options);
    // A small change goes on to its end: cut off in the middle, all would have to be made anew.
    const { signal } = isNew ? options : {};
    const paths = await this.changedPaths(files, { signal });
    const change = new WordChange();
    const replacement = { store, files, change, signal };
    await (isNew ? this.writeRows(paths, replacement) : this.replaceRows(paths, replacement));
    const wordVersion = await this.words.version({ signal });
    const commits = await this.writeWords(change, { isNew, signal });
    const chunks = (before?.chunks ?? 0) + change.chunks;
    // Who followed meanwhile has counted the same once more: what is not noted is made anew by the next update.
    const isAlone = (await this.words.version({ signal })) === wordVersion + commits;
    if (!isAlone || chunks !== countChunks(files)) return;
    const sinceOptimized = (before?.written ?? 0) + Math.max(minWrittenPerUpdate, change.added);
    const isDue = isNew || sinceOptimized >= chunksUntilOptimized;
    // What a new table was joined from is kept for running readers: the next change takes it away.
    const writtenThen = isNew ? chunksUntilOptimized : isDue ? 0 : sinceOptimized;
    if (isDue) {
      await this.rows.optimize({ signal });
      await this.words.optimize({ signal });
    }
    await this.rows.writeMetadata(
      {
        [keys.identity]: this.identity,
        [keys.fingerprint]: fingerprint,
        [keys.version]: String(await this.rows.version({ signal })),
        [keys.wordVersion]: String(await this.words.version({ signal })),
        [keys.chunks]: String(chunks),
        [keys.words]: String((before?.words ?? 0) + change.words),
        [keys.written]: String(writtenThen),
      },
      { signal },
    );
  }

  /** In how many chunks words occur, and how many define them as names; words that are nowhere have no entry. */
  async countsOf(words: readonly string[], options: CallOptions): Promise<ReadonlyMap<string, WordRow>> {
    return words.length === 0 ? new Map<string, WordRow>() : this.words.get(words, options);
  }

  private async wholeState(options: CallOptions): Promise<CandidateState | undefined> {
    const state = await this.state(options);
    return state?.isWhole === true ? state : undefined;
  }

  private async clear(options: CallOptions): Promise<void> {
    // What they said is wrong from here on.
    await this.rows.writeMetadata({ [keys.fingerprint]: undefined }, options);
    await this.rows.deleteWhere(not(missing('id')), options);
    await this.words.deleteWhere(not(missing('word')), options);
  }

  /** Files whose rows are not of the state that the index has of them. */
  private async changedPaths(files: FollowedIndex['files'], options: CallOptions): Promise<readonly string[]> {
    const held = new Map<string, string>();
    for await (const { length, read } of this.rows.scanColumns({ ...options, columns: ['filePath', 'chunksHash'] })) {
      for (let index = 0; index < length; index += 1) held.set(read.filePath(index), read.chunksHash(index));
    }
    const gone = [...held.keys()].filter((path) => !files.has(path));
    const changed = [...files].filter(([path, { chunksHash, chunks }]) =>
      chunks === 0 ? held.has(path) : held.get(path) !== chunksHash,
    );
    return [...gone, ...changed.map(([path]) => path)].sort();
  }

  /** Replaces the rows of some files. New rows first: in between, readers find the old or the new ones. */
  private async replaceRows(paths: readonly string[], { files, change, signal, ...index }: Replacement): Promise<void> {
    for (const some of inBatches(paths)) {
      const columns = ['words', 'names'] as const;
      for await (const rows of this.rows.scan({ where: oneOf('filePath', some), columns, signal })) {
        for (const row of rows) change.remove(row);
      }
    }
    await this.writeRows(paths, { files, change, signal, ...index });
    for (const some of inBatches(paths)) {
      const hashes = some.flatMap((path) => files.get(path)?.chunksHash ?? []);
      await this.rows.deleteWhere(and(oneOf('filePath', some), not(oneOf('chunksHash', hashes))), { signal });
    }
  }

  private async writeRows(paths: readonly string[], { store, files, change, signal }: Replacement): Promise<void> {
    let rows: CandidateRow[] = [];
    for await (const chunk of store.chunksOf(paths, { signal })) {
      const row = candidateRow(chunk, files.get(chunk.record.filePath)?.chunksHash ?? '');
      change.add(row);
      rows.push(row);
      if (rows.length < chunksPerCommit) continue;
      await this.rows.upsert(rows, { isOneCommit: true, signal });
      rows = [];
    }
    await this.rows.upsert(rows, { isOneCommit: true, signal });
  }

  /** @returns the number of commits */
  private async writeWords(
    change: WordChange,
    { isNew, signal }: CallOptions & { readonly isNew: boolean },
  ): Promise<number> {
    const { changed } = change;
    let commits = 0;
    for (let start = 0; start < changed.length; start += wordsPerCommit) {
      const some = changed.slice(start, start + wordsPerCommit);
      const before = isNew ? new Map<string, WordRow>() : await this.countsOf(some, { signal });
      const rows = some.map((word) => change.rowOf(word, before.get(word)));
      const gone = rows.filter(({ chunks, definers }) => chunks + definers === 0);
      const kept = rows.filter(({ chunks, definers }) => chunks + definers > 0);
      commits += (await this.words.upsert(kept, { isOneCommit: true, signal })).versions.length;
      for (const batch of inBatches(gone.map(({ word }) => word))) {
        if ((await this.words.deleteWhere(oneOf('word', batch), { signal })) > 0) commits += 1;
      }
    }
    return commits;
  }
}
