import { type CallOptions, ErrorCode, isLexichordError } from '@lexichord/abstractions';
import { type IDatabase, type Table, and, missing, not, oneOf } from '@lexichord/storage';

import type { IndexedFile } from '../corpus/chunk-record.js';
import { type CandidateRow, type WordRow, candidateRow, candidateTable, wordTable } from './candidate-tables.js';
import { type IndexIdentity, type IndexStore, inBatches } from './index-store.js';
import { countChunks, searchTableNames } from './index-tables.js';
import { WordChange } from './word-change.js';

/** Maximum number of chunks of one commit, some 30 MB. */
const chunksPerCommit = 8_192;

/** Maximum number of words of one commit. */
const wordsPerCommit = 50_000;

/** Number of written chunks after which the tables are optimized. */
const chunksUntilOptimized = 2_000;

/** Minimum weight of an update, in chunks: each creates new files. */
const minWrittenPerUpdate = 20;

/** Facts kept with the table of candidates. */
const keys = {
  identity: 'identity',
  /** The last followed state of the index; see `TablesState.fingerprint`. */
  fingerprint: 'fingerprint',
  /** Versions of both tables after following it. */
  version: 'version',
  wordVersion: 'word-version',
  /** Numbers of chunks, and of words in all chunks. */
  chunks: 'chunks',
  words: 'words',
  /** Number of chunks written since the last optimization. */
  written: 'written',
} as const;

/** State of the tables of candidates after they last followed the index. */
export interface CandidateState {
  readonly fingerprint: string;
  readonly chunks: number;
  /** Number of words, with repetitions. */
  readonly words: number;
  readonly written: number;
  /** Whether the tables are unchanged since then. */
  readonly isWhole: boolean;
}

/** The index to follow. */
export interface FollowedIndex {
  readonly store: Pick<IndexStore, 'chunksOf'>;
  readonly fingerprint: string;
  /** Its files, by path. */
  readonly files: ReadonlyMap<string, Pick<IndexedFile, 'chunksHash'> & { readonly chunks: number }>;
}

/** Files whose rows differ from the index, sorted. */
interface ChangedPaths {
  readonly changed: readonly string[];
  /** The changed files that have rows. */
  readonly withRows: readonly string[];
}

/** Inputs of replacing rows. */
interface Replacement extends CallOptions, Omit<FollowedIndex, 'fingerprint'> {
  readonly change: WordChange;
}

/**
 * A copy of the chunks in use, in tables for searching words and vectors, with the counts for BM25. For an index that
 * is too large for memory.
 *
 * Each row has the hash of the state of its file, so that a reader can recognise valid rows while another process
 * writes. Only an update of the index writes.
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

  /**
   * Opens the tables for reading; `undefined` when they are missing, or are of another embedding and the store is
   * read-only.
   */
  static async openExisting(
    database: IDatabase,
    identity: IndexIdentity,
    options: CallOptions,
  ): Promise<CandidateStore | undefined> {
    try {
      const rows = await database.existingTable(candidateTable(identity.dimension), options);
      const words = await database.existingTable(wordTable, options);
      return rows && words && new CandidateStore(rows, words, JSON.stringify(identity));
    } catch (error) {
      // Their writer rebuilds them after the index; until then the index is searched without them.
      if (isLexichordError(error) && error.code === ErrorCode.storageReadOnly) return undefined;
      throw error;
    }
  }

  /** As `IDatabase.fingerprint`, of the tables; `undefined` when there are none. */
  static fingerprint(database: IDatabase, options: CallOptions): Promise<string | undefined> {
    return database.fingerprint(searchTableNames.candidates, options);
  }

  /** Removes the tables with any content. */
  static async drop(database: IDatabase, options: CallOptions): Promise<void> {
    // The table of candidates last: while its fingerprint exists, tables may be left.
    await database.dropTable(searchTableNames.words, options);
    await database.dropTable(searchTableNames.candidates, options);
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

  /**
   * Brings the tables to the state of the index. After a write of another process or an interruption, valid rows of
   * files are kept, and all words are recounted.
   */
  async follow({ store, fingerprint, files }: FollowedIndex, options: CallOptions): Promise<void> {
    const before = await this.wholeState(options);
    if (before?.fingerprint === fingerprint) return;
    const isNew = before === undefined;
    // A small change is not cancelled: after an interruption all words would be recounted.
    const { signal } = isNew ? options : {};
    if (isNew) await this.invalidate({ signal });
    const change = new WordChange();
    const replacement = { store, files, change, signal };
    const paths = await this.changedPaths(files, { signal });
    await (isNew ? this.completeRows(paths, replacement) : this.replaceRows(paths.changed, replacement));
    const wordVersion = await this.words.version({ signal });
    const commits = await this.writeWords(change, { isNew, signal });
    const chunks = (before?.chunks ?? 0) + change.chunks;
    // A process that followed concurrently has counted the same chunks again: without a noted state, the next update
    // rebuilds the tables.
    const isAlone = (await this.words.version({ signal })) === wordVersion + commits;
    const isWhole = chunks === countChunks(files) && chunks === (await this.rows.count(undefined, { signal }));
    if (!isAlone || !isWhole) return;
    const sinceOptimized = (before?.written ?? 0) + Math.max(minWrittenPerUpdate, change.added);
    const isDue = isNew || sinceOptimized >= chunksUntilOptimized;
    // Optimizing keeps the former files of a new table for running readers; the next change removes them.
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

  /** Numbers of chunks that have words, and that define them as names; absent words have no entry. */
  async countsOf(words: readonly string[], options: CallOptions): Promise<ReadonlyMap<string, WordRow>> {
    return words.length === 0 ? new Map<string, WordRow>() : this.words.get(words, options);
  }

  private async wholeState(options: CallOptions): Promise<CandidateState | undefined> {
    const state = await this.state(options);
    return state?.isWhole === true ? state : undefined;
  }

  /** Marks the tables as incomplete, and removes rows of another identity. */
  private async invalidate(options: CallOptions): Promise<void> {
    const facts = await this.rows.readMetadata(options);
    if (facts[keys.fingerprint] !== undefined) {
      await this.rows.writeMetadata({ [keys.fingerprint]: undefined }, options);
    }
    if (facts[keys.identity] === this.identity) return;
    await this.rows.deleteWhere(not(missing('id')), options);
    await this.rows.writeMetadata({ [keys.identity]: this.identity }, options);
  }

  /** Compares the rows with the files of the index. */
  private async changedPaths(files: FollowedIndex['files'], options: CallOptions): Promise<ChangedPaths> {
    const held = new Map<string, { chunksHash: string | undefined; chunks: number }>();
    for await (const { length, read } of this.rows.scanColumns({ ...options, columns: ['filePath', 'chunksHash'] })) {
      for (let index = 0; index < length; index += 1) {
        const [path, chunksHash] = [read.filePath(index), read.chunksHash(index)];
        const file = held.get(path);
        if (file === undefined) held.set(path, { chunksHash, chunks: 1 });
        else {
          file.chunks += 1;
          if (file.chunksHash !== chunksHash) file.chunksHash = undefined;
        }
      }
    }
    const gone = [...held.keys()].filter((path) => !files.has(path));
    const changed = [...files].filter(([path, { chunksHash, chunks }]) => {
      const file = held.get(path);
      return (file?.chunks ?? 0) !== chunks || (file !== undefined && file.chunksHash !== chunksHash);
    });
    const paths = [...gone, ...changed.map(([path]) => path)].sort();
    return { changed: paths, withRows: paths.filter((path) => held.has(path)) };
  }

  /** Writes the rows of changed files and keeps all others; no reader uses the tables yet. */
  private async completeRows({ changed, withRows }: ChangedPaths, replacement: Replacement): Promise<void> {
    const { change, signal } = replacement;
    for (const some of inBatches(withRows)) await this.rows.deleteWhere(oneOf('filePath', some), { signal });
    for await (const rows of this.rows.scan({ columns: ['words', 'names'], signal })) {
      for (const row of rows) change.add(row);
    }
    await this.writeRows(changed, replacement);
    await this.words.deleteWhere(not(missing('word')), { signal });
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
