import type { CallOptions, IClock } from '@lexichord/abstractions';
import { parseJson } from '@lexichord/platform/internal';
import { type IDatabase, type Table, and, less, missing, not, oneOf } from '@lexichord/storage';
import { z } from 'zod';

import type { IndexedChunk } from '../corpus/chunk-record.js';
import type { SymbolStore } from '../symbols/symbol-store.js';
import { indexedColumns, toIndexedChunk } from './chunk-rows.js';
import {
  type ChunkRow,
  type FileRow,
  chunkTable,
  fileTable,
  minRejudgedBytes,
  searchTableNames,
  textRule,
} from './index-tables.js';
import {
  type SearchableChunk,
  chunksHashOf,
  hashOfChunks,
  isSameChunk,
  searchableColumns,
  searchableFields,
} from './searchable-fields.js';
import { writtenHash } from './stored-hash.js';

/** Rules and provider of the stored words and vectors. Another identity needs another index. */
export interface IndexIdentity {
  readonly chunker: string;
  readonly embedding: string;
  readonly dimension: number;
}

const identitySchema = z.strictObject({ chunker: z.string(), embedding: z.string(), dimension: z.int() });

/** The row of a read file. */
export type ReadFileRow = Omit<FileRow, 'chunks' | 'chunksHash'>;

/** The stored chunks in use of some files at one time. */
export interface StoredChunks {
  readonly rows: readonly ChunkRow[];
  /** Version of the table of chunks before they were read. */
  readonly version: number;
}

/** The changes of one batch of files. */
export interface IndexBatch {
  readonly files: readonly ReadFileRow[];
  /** All chunks of those files. */
  readonly chunks: readonly ChunkRow[];
  /** The stored chunks of those files, looked up at one time or several. */
  readonly stored: readonly StoredChunks[];
}

/** The files of an index at the start of an update. */
export interface IndexStock {
  /** Files with exactly the expected chunks. */
  readonly trusted: ReadonlyMap<string, FileRow>;
  /** Other files with chunks or a row: an interrupted update can leave fewer or more. */
  readonly strays: readonly string[];
}

/** Words and vector of a chunk, for reuse. */
export type ChunkDescription = Pick<ChunkRow, 'words' | 'vector' | 'vectorScale'>;

/** Time for which chunks out of use are kept. */
const retirementMs = 7 * 24 * 3_600_000;

/** Maximum number of keys in one condition. */
const keysAtOnce = 500;

const identityKey = 'identity';

/** The {@link textRule} for reading its files. */
const textRuleKey = 'text-rule';

/** Versions of the tables of chunks and of symbols when an update was last finished. */
const chunkVersionKey = 'chunk-version';
const symbolVersionKey = 'symbol-version';

/** Version of the chunk table at its last optimization. */
const optimizedKey = 'optimized-version';

/** Written chunks or commits after which the tables are optimized, which costs more than a small update. */
const chunksUntilOptimized = 500;
const commitsUntilOptimized = 40;

/** The tables of the search index. */
export class IndexStore {
  private writtenChunks = 0;
  /** Versions of the table of chunks made by this store. */
  private readonly ownVersions = new Set<number>();

  private constructor(
    private readonly files: Table<FileRow>,
    private readonly chunks: Table<ChunkRow>,
    private readonly clock: IClock,
    /** Whether no file counts as indexed yet. */
    readonly startsAnew = false,
  ) {}

  /** Opens the index for writing; an index of another identity is dropped, one to rebuild emptied. */
  static async open(
    database: IDatabase,
    { identity, rebuild, lacksSymbols = false, clock, signal }: OpenOptions,
  ): Promise<IndexStore> {
    const wanted = JSON.stringify(identity);
    let files = await database.table(fileTable, { signal });
    let found = await files.readMetadata({ signal });
    if (found[identityKey] !== undefined && found[identityKey] !== wanted) {
      // Tables of a later version are refused, and not removed.
      await database.table(chunkTable(identity.dimension), { signal });
      // The columns may differ, too. The chunks first: the metadata of the files has their identity.
      await database.dropTable(searchTableNames.chunks, { signal });
      await database.dropTable(searchTableNames.files, { signal });
      files = await database.table(fileTable, { signal });
      found = {};
    }
    const chunks = await database.table(chunkTable(identity.dimension), { signal });
    // A chunk table that was recreated or reset lacks chunks of files that count as indexed.
    const isSetBack = (await chunks.version({ signal })) < Number(found[chunkVersionKey] ?? 0);
    const startsAnew = rebuild || lacksSymbols || isSetBack || chunks.origin !== 'existing';
    // Emptied, not dropped: another process may be writing to them.
    if (startsAnew) await files.deleteWhere(not(missing('filePath')), { signal });
    if (rebuild) await chunks.deleteWhere(not(missing('id')), { signal });
    if (found[textRuleKey] !== textRule) {
      if (!startsAnew) await files.deleteWhere(not(less('sizeBytes', minRejudgedBytes)), { signal });
      await files.writeMetadata({ [identityKey]: wanted, [textRuleKey]: textRule }, { signal });
    }
    return new IndexStore(files, chunks, clock, startsAnew);
  }

  /** Opens the index for reading. `undefined` when there is none of this identity. */
  static async openExisting(
    database: IDatabase,
    { identity, clock, signal }: Omit<OpenOptions, 'rebuild' | 'lacksSymbols'>,
  ): Promise<IndexStore | undefined> {
    const files = await database.existingTable(fileTable, { signal });
    const { [identityKey]: found } = (await files?.readMetadata({ signal })) ?? {};
    if (files === undefined || found !== JSON.stringify(identity)) return undefined;
    const chunks = await database.existingTable(chunkTable(identity.dimension), { signal });
    return chunks === undefined ? undefined : new IndexStore(files, chunks, clock);
  }

  /** Identity of the index; `undefined` without an index, or for a table of something else. */
  static async identityOf(database: IDatabase, options: CallOptions): Promise<IndexIdentity | undefined> {
    const files = await database.existingTable(fileTable, options);
    const { [identityKey]: found } = (await files?.readMetadata(options)) ?? {};
    return identitySchema.safeParse(parseJson(found ?? '')).data;
  }

  /**
   * Finds the files whose rows are consistent. None in an emptied index, regardless of writes by other processes. After
   * an interrupted update, every file is compared with its chunks and symbols, which may be of another text.
   */
  async takeStock(symbols: SymbolStore | undefined, options: CallOptions): Promise<IndexStock> {
    // Taken before the rows are read: concurrent writes belong to an unfinished update, too.
    const isFinished = await this.isFinished(symbols, options);
    const inUse = isFinished ? await this.chunksInUse(options) : await this.hashesInUse(options);
    const symbolHashes = isFinished ? undefined : await symbols?.contentHashes(options);
    const indexedFiles = await this.indexedFiles(options);
    const isTrusted = (path: string): boolean => {
      const row = indexedFiles.get(path);
      if (this.startsAnew || row === undefined) return false;
      const hasChunks = isFinished
        ? row.chunks === (inUse.get(path) ?? 0)
        : row.chunksHash === (inUse.get(path) ?? chunksHashOf([]));
      return hasChunks && (symbolHashes?.get(path) ?? writtenHash(row)) === writtenHash(row);
    };
    return {
      trusted: new Map([...indexedFiles].filter(([path]) => isTrusted(path))),
      strays: [...new Set([...inUse.keys(), ...indexedFiles.keys()])].filter((path) => !isTrusted(path)),
    };
  }

  /** Rows of the files, by path. */
  async indexedFiles(options: CallOptions): Promise<ReadonlyMap<string, FileRow>> {
    const byPath = new Map<string, FileRow>();
    for await (const rows of this.files.scan(options)) for (const row of rows) byPath.set(row.filePath, row);
    return byPath;
  }

  /** The chunks in use of these files. */
  async storedChunks(filePaths: readonly string[], options: CallOptions): Promise<StoredChunks> {
    const version = await this.chunks.version(options);
    const rows: ChunkRow[] = [];
    for await (const row of this.inUse(filePaths, options)) rows.push(row);
    return { rows, version };
  }

  /** The version of the table if it has no chunks in use; else `undefined`. */
  async snapshotIfEmpty(options: CallOptions): Promise<StoredChunks | undefined> {
    const version = await this.chunks.version(options);
    return (await this.chunksInUse(options)).size === 0 ? { rows: [], version } : undefined;
  }

  /** Stored words and vectors by the hash of their description, retired ones included. */
  async storedDescriptions(
    hashes: readonly string[],
    options: CallOptions,
  ): Promise<ReadonlyMap<string, ChunkDescription>> {
    const descriptions = new Map<string, ChunkDescription>();
    if (this.chunks.origin !== 'existing') return descriptions;
    for (const some of inBatches(hashes)) {
      const columns = ['descriptionHash', 'words', 'vector', 'vectorScale'] as const;
      const where = oneOf('descriptionHash', some);
      for await (const rows of this.chunks.scan({ ...options, where, columns })) {
        for (const { descriptionHash, ...description } of rows) {
          // The same text can be stored twice, once without a vector after a failure of the provider.
          if (descriptions.get(descriptionHash)?.vector === undefined) descriptions.set(descriptionHash, description);
        }
      }
    }
    return descriptions;
  }

  /**
   * Writes the chunks of files; removed chunks go out of use in the same commit, and unchanged ones are not written
   * again.
   */
  async writeChunks({ files, chunks, stored }: IndexBatch, options: CallOptions): Promise<void> {
    const current = new Map(chunks.map((chunk) => [chunk.id, chunk]));
    const retired: ChunkRow[] = [];
    // Rows written by another process meanwhile go out of use, too.
    const isOld = await this.hasForeignCommits(Math.min(...stored.map(({ version }) => version)), options);
    const filePaths = files.map(({ filePath }) => filePath);
    const before = isOld ? [await this.storedChunks(filePaths, options)] : stored;
    for (const row of before.flatMap(({ rows }) => rows)) {
      const chunk = current.get(row.id);
      if (chunk === undefined) retired.push({ ...row, retiredMs: this.clock.now() });
      else if (isSameChunk(chunk, row)) current.delete(row.id);
    }
    const changed = [...current.values(), ...retired];
    if (changed.length > 0) {
      const { versions } = await this.chunks.upsert(changed, options);
      for (const version of versions) this.ownVersions.add(version);
    }
    this.writtenChunks += changed.length;
  }

  /**
   * Writes the rows of files, after all their other data, so that an incomplete file does not count as indexed.
   *
   * @returns the rows
   */
  async writeFiles(
    { files, chunks }: Pick<IndexBatch, 'files' | 'chunks'>,
    options: CallOptions,
  ): Promise<readonly FileRow[]> {
    const chunksOf = new Map<string, ChunkRow[]>(files.map(({ filePath }) => [filePath, []]));
    for (const chunk of chunks) chunksOf.get(chunk.filePath)?.push(chunk);
    const rows = files.map((file) => {
      const own = chunksOf.get(file.filePath) ?? [];
      return { ...file, chunks: own.length, chunksHash: chunksHashOf(own) };
    });
    await this.files.upsert(rows, options);
    return rows;
  }

  /** Stores new times of files with the same content. */
  async touch(files: readonly FileRow[], options: CallOptions): Promise<void> {
    await this.files.upsert(files, options);
  }

  /** Removes files from the index. All data of `forgotten` ones is deleted. */
  async remove(gone: readonly string[], forgotten: readonly string[], options: CallOptions): Promise<void> {
    for (const some of inBatches(gone)) {
      const retired: ChunkRow[] = [];
      for await (const row of this.inUse(some, options)) retired.push({ ...row, retiredMs: this.clock.now() });
      if (retired.length > 0) await this.chunks.upsert(retired, options);
    }
    for (const some of inBatches(forgotten)) await this.chunks.deleteWhere(oneOf('filePath', some), options);
    for (const some of inBatches([...gone, ...forgotten]))
      await this.files.deleteWhere(oneOf('filePath', some), options);
  }

  /**
   * Deletes chunks that are long out of use, and optimizes the tables, if enough was written.
   *
   * @param isWhole whether all files of the index are consistent now
   */
  async finish(
    { symbols, isWhole }: { readonly symbols: SymbolStore | undefined; readonly isWhole: boolean },
    options: CallOptions,
  ): Promise<void> {
    const { [optimizedKey]: optimized = '0' } = await this.files.readMetadata(options);
    const commits = (await this.chunks.version(options)) - Number(optimized);
    // A new table has nothing to remove: joining its files would double its size for a while.
    const isNew = this.chunks.origin === 'created';
    const isMuch = this.writtenChunks >= chunksUntilOptimized || commits >= commitsUntilOptimized;
    const isDue = !isNew && isMuch;
    if (isDue) {
      await this.chunks.deleteWhere(less('retiredMs', this.clock.now() - retirementMs), options);
      await this.chunks.optimize(options);
      await this.files.optimize(options);
      await symbols?.optimize(options);
    }
    const version = String(await this.chunks.version(options));
    const symbolVersion = symbols && String(await symbols.version(options));
    await this.files.writeMetadata(
      {
        ...(isWhole ? { [chunkVersionKey]: version } : {}),
        ...(isWhole && symbolVersion !== undefined ? { [symbolVersionKey]: symbolVersion } : {}),
        ...(isDue || isNew ? { [optimizedKey]: version } : {}),
      },
      options,
    );
  }

  /** Number of chunks that are out of use. */
  async retiredCount(options: CallOptions): Promise<number> {
    return this.chunks.count(not(missing('retiredMs')), options);
  }

  /** Number of chunks of a file in use, by path. */
  async chunksInUse(options: CallOptions): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    const columns = ['filePath'] as const;
    for await (const rows of this.chunks.scan({ ...options, where: missing('retiredMs'), columns })) {
      for (const { filePath } of rows) counts.set(filePath, (counts.get(filePath) ?? 0) + 1);
    }
    return counts;
  }

  /** Hashes of the files' chunks in use, by path, in the form of the rows of files. */
  private async hashesInUse(options: CallOptions): Promise<ReadonlyMap<string, string>> {
    const chunks = new Map<string, SearchableChunk[]>();
    for await (const rows of this.chunks.scan({
      ...options,
      where: missing('retiredMs'),
      columns: searchableColumns,
    })) {
      for (const { filePath, ...row } of rows) {
        const chunk = { id: row.id, fields: searchableFields(row) };
        const own = chunks.get(filePath);
        if (own === undefined) chunks.set(filePath, [chunk]);
        else own.push(chunk);
      }
    }
    return new Map([...chunks].map(([path, own]) => [path, hashOfChunks(own)]));
  }

  /** Whether nothing was written since the last finished update. */
  private async isFinished(symbols: SymbolStore | undefined, options: CallOptions): Promise<boolean> {
    const { [chunkVersionKey]: chunks, [symbolVersionKey]: symbolVersion } = await this.files.readMetadata(options);
    if (chunks !== String(await this.chunks.version(options))) return false;
    return symbols === undefined || symbolVersion === String(await symbols.version(options));
  }

  /** The chunks in use of these files. */
  async *chunksOf(filePaths: readonly string[], options: CallOptions): AsyncGenerator<IndexedChunk> {
    for (const some of inBatches(filePaths)) {
      const where = and(oneOf('filePath', some), missing('retiredMs'));
      for await (const rows of this.chunks.scan({ ...options, where, columns: indexedColumns })) {
        for (const row of rows) yield toIndexedChunk(row);
      }
    }
  }

  /** Whether another process has committed since. Own commits do not count: each batch of an update has other files. */
  private async hasForeignCommits(since: number, options: CallOptions): Promise<boolean> {
    const current = await this.chunks.version(options);
    for (let version = since + 1; version <= current; version += 1) if (!this.ownVersions.has(version)) return true;
    return false;
  }

  private async *inUse(filePaths: readonly string[], options: CallOptions): AsyncGenerator<ChunkRow> {
    for (const some of inBatches(filePaths)) {
      const where = and(oneOf('filePath', some), missing('retiredMs'));
      for await (const rows of this.chunks.scan({ ...options, where })) yield* rows;
    }
  }
}

interface OpenOptions extends CallOptions {
  readonly identity: IndexIdentity;
  readonly rebuild: boolean;
  /** Whether the files must be read again because their symbols are not stored. */
  readonly lacksSymbols?: boolean | undefined;
  readonly clock: IClock;
}

/** Yields keys in batches for one condition each. */
export function* inBatches(keys: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < keys.length; start += keysAtOnce) yield keys.slice(start, start + keysAtOnce);
}
