import type { CallOptions, IClock } from '@lexichord/abstractions';
import { type IDatabase, type Predicate, type Table, and, less, missing, not, oneOf } from '@lexichord/storage';

import type { IndexedChunk } from '../corpus/chunk-record.js';
import { indexedColumns, toIndexedChunk } from './chunk-rows.js';
import { type ChunkRow, type FileRow, chunkTable, fileTable, searchTableNames } from './index-tables.js';

/** What the stored words and vectors were made with. Another one makes another index. */
export interface IndexIdentity {
  readonly chunker: string;
  readonly embedding: string;
  readonly dimension: number;
}

/** What one batch of files changes. */
export interface IndexBatch {
  readonly files: readonly FileRow[];
  /** All chunks of those files. */
  readonly chunks: readonly ChunkRow[];
}

/** Words and vector that can be used again. */
export type KnownDescription = Pick<ChunkRow, 'words' | 'vector'>;

/** Chunks out of use are kept so long. */
const retirementMs = 7 * 24 * 3_600_000;

/** Keys in one condition. */
const keysAtOnce = 500;

const identityKey = 'identity';

/** Version of the chunk table when an update was last finished. */
const chunkVersionKey = 'chunk-version';

/** Version of the chunk table when it was last made fast and small. */
const optimizedKey = 'optimized-version';

/** So much may be written before the tables are made fast and small again, which costs more than a small update. */
const chunksUntilOptimized = 500;
const commitsUntilOptimized = 40;

/** The tables of the search index. */
export class IndexStore {
  private writtenChunks = 0;

  private constructor(
    private readonly files: Table<FileRow>,
    private readonly chunks: Table<ChunkRow>,
    private readonly clock: IClock,
    private readonly startsAnew = false,
  ) {}

  /** Opens the index for writing; an index of another identity, or an unwanted one, is begun anew. */
  static async open(database: IDatabase, { identity, rebuild, clock, signal }: OpenOptions): Promise<IndexStore> {
    const wanted = JSON.stringify(identity);
    let files = await database.table(fileTable, { signal });
    let found = await files.readMetadata({ signal });
    if (found[identityKey] !== undefined && found[identityKey] !== wanted) {
      // Its columns may be others too. The chunks first: as long as the other table stands, it tells whose they are.
      await database.dropTable(searchTableNames.chunks, { signal });
      await database.dropTable(searchTableNames.files, { signal });
      files = await database.table(fileTable, { signal });
      found = {};
    }
    const chunks = await database.table(chunkTable(identity.dimension), { signal });
    // A chunk table that was made anew or set back lacks chunks of files that count as indexed.
    const isSetBack = (await chunks.version({ signal })) < Number(found[chunkVersionKey] ?? 0);
    const startsAnew = rebuild || isSetBack || chunks.origin !== 'existing';
    // Emptied, not dropped: another process may be writing to them.
    if (startsAnew) await files.deleteWhere(not(missing('filePath')), { signal });
    if (rebuild) await chunks.deleteWhere(not(missing('id')), { signal });
    if (found[identityKey] === undefined) await files.writeMetadata({ [identityKey]: wanted }, { signal });
    return new IndexStore(files, chunks, clock, startsAnew);
  }

  /** Opens the index for reading. `undefined` when there is none of this identity. */
  static async openExisting(
    database: IDatabase,
    { identity, clock, signal }: Omit<OpenOptions, 'rebuild'>,
  ): Promise<IndexStore | undefined> {
    const files = await database.existingTable(fileTable, { signal });
    const { [identityKey]: found } = (await files?.readMetadata({ signal })) ?? {};
    if (files === undefined || found !== JSON.stringify(identity)) return undefined;
    const chunks = await database.existingTable(chunkTable(identity.dimension), { signal });
    return chunks === undefined ? undefined : new IndexStore(files, chunks, clock);
  }

  /** Files whose chunks are there. None in an index that is begun anew, whatever another process writes meanwhile. */
  async trustedFiles(options: CallOptions): Promise<ReadonlyMap<string, FileRow>> {
    return this.startsAnew ? new Map() : this.knownFiles(options);
  }

  async knownFiles(options: CallOptions): Promise<ReadonlyMap<string, FileRow>> {
    const known = new Map<string, FileRow>();
    for await (const rows of this.files.scan(options)) for (const row of rows) known.set(row.filePath, row);
    return known;
  }

  /** What is known of chunks by the hash of their description, retired ones included. */
  async knownDescriptions(
    hashes: readonly string[],
    options: CallOptions,
  ): Promise<ReadonlyMap<string, KnownDescription>> {
    const known = new Map<string, KnownDescription>();
    if (this.chunks.origin !== 'existing') return known;
    for (const some of inBatches(hashes)) {
      const columns = ['descriptionHash', 'words', 'vector'] as const;
      const where = oneOf('descriptionHash', some);
      for await (const rows of this.chunks.scan({ ...options, where, columns })) {
        for (const { descriptionHash, words, vector } of rows) {
          // The same text can be stored twice, once from a time when the provider failed.
          if (known.get(descriptionHash)?.vector === undefined) known.set(descriptionHash, { words, vector });
        }
      }
    }
    return known;
  }

  /**
   * Writes the files and their chunks. A file's row is written after its chunks, so that a file whose chunks are not
   * all there counts as not indexed.
   */
  async write({ files, chunks }: IndexBatch, options: CallOptions): Promise<void> {
    await this.chunks.upsert(chunks, options);
    this.writtenChunks += chunks.length;
    const current = new Set(chunks.map(({ id }) => id));
    await this.retire(
      files.map(({ filePath }) => filePath),
      (id) => !current.has(id),
      options,
    );
    await this.files.upsert(files, options);
  }

  /** Notes that files have other times and the same content. */
  async touch(files: readonly FileRow[], options: CallOptions): Promise<void> {
    await this.files.upsert(files, options);
  }

  /** Takes files out of the index. Of `forgotten` ones nothing is kept. */
  async remove(gone: readonly string[], forgotten: readonly string[], options: CallOptions): Promise<void> {
    await this.retire(gone, () => true, options);
    for (const some of inBatches(forgotten)) await this.chunks.deleteWhere(oneOf('filePath', some), options);
    for (const some of inBatches([...gone, ...forgotten]))
      await this.files.deleteWhere(oneOf('filePath', some), options);
  }

  /** Forgets what is long out of use, and makes the tables fast and small, when enough was written. */
  async finish(options: CallOptions): Promise<void> {
    const { [optimizedKey]: optimized = '0' } = await this.files.readMetadata(options);
    const commits = (await this.chunks.version(options)) - Number(optimized);
    const isDue = this.writtenChunks >= chunksUntilOptimized || commits >= commitsUntilOptimized;
    if (isDue) {
      await this.chunks.deleteWhere(less('retiredMs', this.clock.now() - retirementMs), options);
      await this.chunks.optimize(options);
      await this.files.optimize(options);
    }
    const version = String(await this.chunks.version(options));
    await this.files.writeMetadata(
      { [chunkVersionKey]: version, ...(isDue ? { [optimizedKey]: version } : {}) },
      options,
    );
  }

  /** Paths of the files whose chunks are in use. */
  async chunkFiles(options: CallOptions): Promise<ReadonlySet<string>> {
    const paths = new Set<string>();
    const columns = ['filePath'] as const;
    for await (const rows of this.chunks.scan({ ...options, where: missing('retiredMs'), columns })) {
      for (const { filePath } of rows) paths.add(filePath);
    }
    return paths;
  }

  async countChunks(options: CallOptions): Promise<number> {
    return this.chunks.count(missing('retiredMs'), options);
  }

  /** Every chunk in use. */
  async *readAll(options: CallOptions): AsyncGenerator<readonly IndexedChunk[]> {
    const where: Predicate<ChunkRow> = missing('retiredMs');
    for await (const rows of this.chunks.scan({ ...options, where, columns: indexedColumns })) {
      yield rows.map((row) => toIndexedChunk(row));
    }
  }

  private async retire(
    filePaths: readonly string[],
    isUnused: (id: string) => boolean,
    options: CallOptions,
  ): Promise<void> {
    const retiredMs = this.clock.now();
    for (const some of inBatches(filePaths)) {
      const where = and(oneOf('filePath', some), missing('retiredMs'));
      for await (const rows of this.chunks.scan({ ...options, where })) {
        const unused = rows.filter(({ id }) => isUnused(id)).map((row) => ({ ...row, retiredMs }));
        if (unused.length > 0) await this.chunks.upsert(unused, options);
      }
    }
  }
}

interface OpenOptions extends CallOptions {
  readonly identity: IndexIdentity;
  readonly rebuild: boolean;
  readonly clock: IClock;
}

function* inBatches(keys: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < keys.length; start += keysAtOnce) yield keys.slice(start, start + keysAtOnce);
}
