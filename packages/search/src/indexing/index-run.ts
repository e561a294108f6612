import { join } from 'node:path';

import type { CallOptions, IClock, ILogger, IStateFolder, ISymbolExtractor } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';

import type { IndexedChunk } from '../corpus/chunk-record.js';
import type { ICorpusSource } from '../corpus/corpus-source.js';
import { WrittenChunks } from '../corpus/encode-chunks.js';
import type { ICandidateIndex } from '../query/candidate-index.js';
import { type FileLedger, readLedger, writeLedger } from '../store/file-ledger.js';
import { type ChunkDescription, type IndexStock, IndexStore, type StoredChunks } from '../store/index-store.js';
import { type FileRow, countChunks, searchTableNames, tableVersion, textRule } from '../store/index-tables.js';
import { SymbolStore } from '../symbols/symbol-store.js';

/** Services of an update of the index. */
export interface IndexRunServices {
  readonly database: IDatabase;
  readonly corpus: ICorpusSource;
  readonly candidates: ICandidateIndex;
  /** Absent: the index has no symbols. */
  readonly extractor?: ISymbolExtractor | undefined;
  readonly folder: IStateFolder;
  readonly clock: IClock;
  readonly log: ILogger;
}

/** Options of an update. */
export interface IndexRunOptions extends CallOptions {
  readonly rebuild: boolean;
}

/**
 * Access of one update to the tables. If nothing has changed, the ledger beside them, a copy of the rows of files, is
 * sufficient, and the tables are not opened.
 */
export class IndexRun {
  private opened: Promise<IndexStore> | undefined;
  private openedSymbols: Promise<SymbolStore | undefined> | undefined;
  private taken: Promise<IndexStock> | undefined;
  private readingLedger: Promise<FileLedger | undefined> | undefined;
  private isWritten = false;
  private foundEmpty: Promise<StoredChunks | undefined> | undefined;
  private readonly written: WrittenChunks;

  private constructor(
    private readonly services: IndexRunServices,
    private readonly options: IndexRunOptions,
    /** Identifies the content of the tables; `undefined` if they must be read or written anyway. */
    readonly tablesKey: string | undefined,
    private readonly hasTables: boolean,
  ) {
    this.written = new WrittenChunks(services.corpus.identity.dimension, services.candidates.maxChunksInMemory);
  }

  static async begin(services: IndexRunServices, options: IndexRunOptions): Promise<IndexRun> {
    const state = await fingerprints(services, options);
    const { files, chunks, symbols } = state;
    const lacksSymbols = services.extractor !== undefined && symbols === undefined;
    const hasTables = files !== undefined || chunks !== undefined;
    if (options.rebuild || lacksSymbols || files === undefined || chunks === undefined) {
      return new IndexRun(services, options, undefined, hasTables);
    }
    return new IndexRun(services, options, ledgerKey(services, state), hasTables);
  }

  /** Whether there are no tables yet. */
  get isFirst(): boolean {
    return !this.hasTables;
  }

  /** Files whose chunks are in the index, by path. */
  async indexedFiles(): Promise<ReadonlyMap<string, FileRow>> {
    return (await this.stock()).trusted;
  }

  /** Files with chunks or a row that are not among the indexed files: left by an interrupted update. */
  async strayFiles(): Promise<readonly string[]> {
    return (await this.stock()).strays;
  }

  /** Begins to open the tables, which is slow the first time. */
  openAhead(): void {
    // A failure is thrown when they are used.
    this.open().catch(() => undefined);
  }

  /** Opens the tables for writing. */
  store(): Promise<IndexStore> {
    this.isWritten = true;
    return this.open();
  }

  /** The stored chunks of files when they were described; `undefined` in a first index. */
  async storedBefore(filePaths: readonly string[]): Promise<StoredChunks | undefined> {
    return this.isFirst ? undefined : this.storedNow(filePaths);
  }

  /**
   * The stored chunks of files; none in tables created by this update: the store notices writes of other processes when
   * it writes itself.
   */
  async storedNow(filePaths: readonly string[]): Promise<StoredChunks> {
    const store = await this.store();
    if (this.isFirst) this.foundEmpty ??= store.snapshotIfEmpty(this.callOptions);
    return (await this.foundEmpty) ?? store.storedChunks(filePaths, this.callOptions);
  }

  /** Opens the table of symbols for writing; `undefined` without an extractor. */
  symbols(): Promise<SymbolStore | undefined> {
    const { database, extractor } = this.services;
    this.openedSymbols ??=
      extractor === undefined
        ? Promise.resolve(undefined)
        : SymbolStore.open(database, extractor.fingerprint, this.callOptions);
    return this.openedSymbols;
  }

  /** Stored words and vectors by the hash of their description: none in a first index. */
  async storedDescriptions(hashes: readonly string[]): Promise<ReadonlyMap<string, ChunkDescription>> {
    return this.isFirst ? new Map() : (await this.store()).storedDescriptions(hashes, this.callOptions);
  }

  /** Notes chunks to be written, always all chunks of a file, so that they are not read again. */
  noteChunks(chunks: Iterable<IndexedChunk>): void {
    this.written.addChunks(chunks);
  }

  /** Notes that the chunks of files were written. */
  noteWritten(files: readonly FileRow[]): void {
    this.written.addFiles(files);
  }

  /**
   * Optimizes the tables and updates their copies, if anything was written or they are missing.
   *
   * @param isWhole whether all files of the index are consistent now; else the next update takes stock of them again
   * @returns the number of chunks in the index
   */
  async finish(isWhole: boolean): Promise<number> {
    const { services, callOptions } = this;
    const ledger = await this.ledger();
    if (ledger !== undefined && !this.isWritten) {
      if (await services.candidates.isCurrent(ledger.chunks, callOptions)) return ledger.chunks;
    }
    const store = await this.open();
    if (this.isWritten) await store.finish({ symbols: await this.symbols(), isWhole }, callOptions);
    // Taken before the rows are read, so that writes of another process meanwhile make the copies outdated, not wrong.
    const state = await fingerprints(services, callOptions);
    const files = await store.indexedFiles(callOptions);
    const chunks = countChunks(files);
    if (state.files === undefined || state.chunks === undefined) return chunks;
    const tables = { store, fingerprint: state.files, files, written: this.written };
    await services.candidates.refresh(tables, this.options);
    if (isWhole) await this.save(ledgerKey(services, state), { files, chunks });
    return chunks;
  }

  private get callOptions(): CallOptions {
    return { signal: this.options.signal };
  }

  /** The stock at the start of the update. */
  private stock(): Promise<IndexStock> {
    this.taken ??= this.takeStock();
    return this.taken;
  }

  private async takeStock(): Promise<IndexStock> {
    const ledger = await this.ledger();
    if (ledger !== undefined) return { trusted: ledger.files, strays: [] };
    if (!this.hasTables) return { trusted: new Map(), strays: [] };
    return (await this.open()).takeStock(await this.symbols(), this.callOptions);
  }

  /** The ledger at the first call. */
  private ledger(): Promise<FileLedger | undefined> {
    const { services, tablesKey: key } = this;
    this.readingLedger ??= key === undefined ? Promise.resolve(undefined) : readLedger(ledgerPath(services), key);
    return this.readingLedger;
  }

  private open(): Promise<IndexStore> {
    const { database, corpus, extractor, clock } = this.services;
    this.opened ??= (async () => {
      const symbols = await this.symbols();
      const store = await IndexStore.open(database, {
        ...this.options,
        lacksSymbols: symbols?.isNew,
        identity: corpus.identity,
        clock,
      });
      if (store.startsAnew && extractor !== undefined) await symbols?.begin(extractor.fingerprint, this.callOptions);
      return store;
    })();
    return this.opened;
  }

  private async save(key: string, ledger: FileLedger): Promise<void> {
    const { services } = this;
    try {
      await writeLedger(ledgerPath(services), key, ledger);
    } catch (error) {
      // Without the copy the next update only opens the tables.
      services.log.warn('The copy of what is indexed could not be written: {reason}', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
}

/** Path of the copy of the rows of files. */
export function ledgerPath({ folder }: Pick<IndexRunServices, 'folder'>): string {
  return join(folder.path, 'search-files.json');
}

/** Fingerprints of the tables of files, chunks and symbols; `undefined` for a missing one. */
interface Fingerprints {
  readonly files: string | undefined;
  readonly chunks: string | undefined;
  readonly symbols: string | undefined;
}

export async function fingerprints(
  { database }: Pick<IndexRunServices, 'database'>,
  { signal }: CallOptions,
): Promise<Fingerprints> {
  const files = await database.fingerprint(searchTableNames.files, { signal });
  const chunks = await database.fingerprint(searchTableNames.chunks, { signal });
  const symbols = await database.fingerprint(searchTableNames.symbols, { signal });
  return { files, chunks, symbols };
}

/** The key of a ledger for tables with these fingerprints. */
export function ledgerKey(
  { corpus, extractor }: Pick<IndexRunServices, 'corpus' | 'extractor'>,
  { files, chunks, symbols }: Fingerprints,
): string {
  return JSON.stringify([tableVersion, textRule, corpus.identity, extractor?.fingerprint, files, chunks, symbols]);
}
