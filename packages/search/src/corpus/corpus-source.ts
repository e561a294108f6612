import 'reflect-metadata';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CallOptions,
  ErrorCode,
  type IChunker,
  IIndexChunker,
  IClock,
  IEmbeddingProvider,
  ILogger,
  IStateFolder,
  LexichordError,
  type Token,
  token,
} from '@lexichord/abstractions';
import { SharedWork } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { type IndexIdentity, IndexStore } from '../store/index-store.js';
import { type FileRow, searchTableNames } from '../store/index-tables.js';
import { type Corpus, changeCorpus, emptyCorpus, keptFiles } from './corpus.js';
import { readCorpus, writeCorpus } from './corpus-file.js';
import { LoadOrder } from './load-order.js';
import { ChunkEncoder, type EncodedChunks, type WrittenChunks } from './encode-chunks.js';

/**
 * Number of changed chunks in memory after which the file is written again, which costs as much as the rest of a small
 * update. A process with an older file reads as many from the tables.
 */
const chunksUntilSaved = 200;

/** Raised when the words of a text change: stemming, splitting, repetitions. */
const wordsVersion = 2;

/** Source of the index in memory, in the state of the tables. */
export interface ICorpusSource {
  /** Rules and provider of the index. */
  readonly identity: IndexIdentity;
  /** @throws {LexichordError} `no-index` when nothing was indexed yet, or only with other settings */
  current(options: CallOptions): Promise<Corpus>;
  /**
   * Updates the index in memory after the tables have changed. Writes the file the first time, and later after enough
   * changes.
   */
  refresh(state: TablesState): Promise<void>;
  /** Frees the memory and removes the file: the index is too large for it. */
  release(): Promise<void>;
  /** Brings the file up to date. */
  dispose(): Promise<void>;
}

/** The present content of the tables. */
export interface TablesState {
  readonly store: IndexStore;
  /** Fingerprint of the table of files, taken before its rows were read: later writes are noticed the next time. */
  readonly fingerprint: string;
  readonly files: ReadonlyMap<string, FileRow>;
  /** Rows that this process has just written to the tables. */
  readonly written?: WrittenChunks | undefined;
}
export const ICorpusSource: Token<ICorpusSource> = token('ICorpusSource');

/** A corpus with the state of its tables. */
interface HeldCorpus {
  readonly corpus: Corpus;
  readonly fingerprint: string;
}

/**
 * Keeps the index while the tables do not change. Otherwise the copy in memory, or in the file beside the tables, is
 * updated: unchanged files are not read again.
 */
@injectable()
export class CorpusSource implements ICorpusSource {
  private held: HeldCorpus | undefined;
  /** By fingerprint. */
  private readonly loading = new SharedWork<Corpus>();
  private readonly loads = new LoadOrder();
  /** Chunks that the file lacks; `undefined` when it is up to date. */
  private unsavedChunks: number | undefined;

  private readonly log: ILogger;

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IIndexChunker) private readonly chunker: IChunker,
    @inject(IEmbeddingProvider) private readonly provider: IEmbeddingProvider,
    @inject(IClock) private readonly clock: IClock,
    @inject(IStateFolder) private readonly folder: IStateFolder,
    @inject(ILogger) log: ILogger,
  ) {
    this.log = log.forSource('CorpusSource');
  }

  get identity(): IndexIdentity {
    const { chunker, provider } = this;
    return {
      chunker: `${chunker.fingerprint}/${wordsVersion}`,
      embedding: provider.id,
      dimension: provider.dimension,
    };
  }

  async current({ signal }: CallOptions): Promise<Corpus> {
    // A file's row is written after its chunks, so the fingerprint of the files table covers all changes.
    const fingerprint = await this.database.fingerprint(searchTableNames.files, { signal });
    if (fingerprint === undefined) throw noIndex(this.database);
    if (this.held?.fingerprint === fingerprint) return this.held.corpus;
    // Concurrent queries share one load; none can cancel it for the others.
    return this.loading.join(fingerprint, () => this.load(fingerprint, () => this.openTables(fingerprint)), undefined);
  }

  async refresh(state: TablesState): Promise<void> {
    await this.load(state.fingerprint, () => Promise.resolve(state));
  }

  async release(): Promise<void> {
    // Discards a load that has begun.
    this.loads.begin()();
    this.held = undefined;
    this.unsavedChunks = undefined;
    await rm(this.path, { force: true });
  }

  async dispose(): Promise<void> {
    if (this.unsavedChunks !== undefined) await this.save();
  }

  private async load(fingerprint: string, open: () => Promise<TablesState>): Promise<Corpus> {
    const isFirst = this.held === undefined;
    const isKept = this.loads.begin();
    const before = this.held ?? (await readCorpus(this.path, JSON.stringify(this.identity)));
    if (before?.fingerprint === fingerprint) {
      if (isKept()) this.held = before;
      return before.corpus;
    }
    const { corpus, added } = await followTables(before?.corpus ?? emptyCorpus(this.provider.dimension), await open());
    if (!isKept()) return corpus;
    this.held = { fingerprint, corpus };
    this.unsavedChunks = (this.unsavedChunks ?? 0) + added;
    if (isFirst || this.unsavedChunks >= chunksUntilSaved) await this.save();
    return corpus;
  }

  private async openTables(fingerprint: string): Promise<TablesState> {
    const { database, clock, identity } = this;
    const store = await IndexStore.openExisting(database, { identity, clock });
    if (store === undefined) throw await otherIndex(database, identity);
    return { store, fingerprint, files: await store.indexedFiles({}) };
  }

  private get path(): string {
    return corpusPath(this.folder);
  }

  private async save(): Promise<void> {
    const { held } = this;
    if (held === undefined) return;
    this.unsavedChunks = undefined;
    try {
      await this.folder.prepare();
      await writeCorpus(this.path, held.corpus, {
        identity: JSON.stringify(this.identity),
        fingerprint: held.fingerprint,
      });
    } catch (error) {
      // Without the copy only the next process is slower.
      this.log.warn('The copy of the search index could not be written: {reason}', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
}

/** Path of the copy of the index beside the tables. */
export function corpusPath({ path }: Pick<IStateFolder, 'path'>): string {
  return join(path, 'search-corpus.bin');
}

/** Brings a corpus to the state of the tables. */
export async function followTables(
  before: Corpus,
  state: Pick<TablesState, 'store' | 'files' | 'written'>,
  options: CallOptions = {},
): Promise<{ readonly corpus: Corpus; readonly added: number }> {
  const { files } = state;
  const kept = keptFiles(before, files);
  const changed = new Map([...files].flatMap(([path, { chunksHash }]) => (kept.has(path) ? [] : [[path, chunksHash]])));
  const added =
    state.written?.takeChunksOf(changed) ??
    (await readChunks(state, { paths: [...changed.keys()], dimension: before.index.dimension }, options));
  const corpus = changeCorpus(before, {
    files: new Map([...files].map(([path, { chunksHash, modifiedMs }]) => [path, { chunksHash, modifiedMs }])),
    added,
  });
  return { corpus, added: added.records.length };
}

async function readChunks(
  { store }: Pick<TablesState, 'store'>,
  { paths, dimension }: { readonly paths: readonly string[]; readonly dimension: number },
  options: CallOptions,
): Promise<EncodedChunks> {
  const encoder = new ChunkEncoder(dimension);
  for await (const chunk of store.chunksOf(paths, options)) encoder.add(chunk);
  return encoder.finish();
}

/** The error of a query to an index that was made with other settings. */
export async function otherIndex(database: IDatabase, wanted: IndexIdentity): Promise<LexichordError> {
  const found = database.isReadOnly ? await IndexStore.identityOf(database, {}) : undefined;
  const { isReadOnly, address } = database;
  if (found === undefined || found.embedding === wanted.embedding) return noIndex({ isReadOnly, address });
  return new LexichordError(
    ErrorCode.noIndex,
    `The search index at ${address} was made with the embedding "${found.embedding}", but "${wanted.embedding}" is configured here, and their vectors cannot be compared. Because storage.read_only is set, use the same search.embedding as the writer of the index, or run "lexichord index" there with the setting of this machine.`,
    { details: { address, embedding: found.embedding } },
  );
}

/** The error of a query without an index. */
export function noIndex({ isReadOnly, address }: Pick<IDatabase, 'isReadOnly' | 'address'>): LexichordError {
  if (isReadOnly) {
    return new LexichordError(
      ErrorCode.noIndex,
      `There is no search index at ${address} for this version and these settings, and storage.read_only is set. Run "lexichord index" on the machine that writes the index, with the same version and the same settings of context.chunking and search.embedding.`,
      { details: { address } },
    );
  }
  return new LexichordError(
    ErrorCode.noIndex,
    'The workspace has no search index yet, or one built with other settings. Run "lexichord index" to build it.',
  );
}
