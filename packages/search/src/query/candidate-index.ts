import 'reflect-metadata';
import { type CallOptions, IClock, type Token, token } from '@lexichord/abstractions';
import { SharedWork } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { ICorpusSource, type TablesState, noIndex, otherIndex } from '../corpus/corpus-source.js';
import { SearchOptions } from '../search-options.js';
import { CandidateStore } from '../store/candidate-store.js';
import { IndexStore } from '../store/index-store.js';
import { countChunks, searchTableNames } from '../store/index-tables.js';
import type { CandidateSource } from './candidate-source.js';
import { MemoryCandidates } from './memory-candidates.js';
import { TableCandidates } from './table-candidates.js';

/** The source of candidates for queries: a copy of the index in memory or, for a large index, searchable tables. */
export interface ICandidateIndex {
  /** Number of chunks beyond which an index is searched in its tables. */
  readonly maxChunksInMemory: number;
  /** Whether only other processes may update the index. */
  readonly isReadOnly: boolean;
  /** @throws {LexichordError} `no-index` when nothing was indexed yet, or with other settings */
  current(options: CallOptions): Promise<CandidateSource>;
  /** Whether only the right copy, in memory or in tables, exists for an unchanged index. */
  isCurrent(chunks: number, options: CallOptions): Promise<boolean>;
  /** Brings the copy up to date after the tables of the index have changed. */
  refresh(state: TablesState, options: RefreshOptions): Promise<void>;
}

/** Options of a refresh of the copy. */
export interface RefreshOptions extends CallOptions {
  /** Whether tables of candidates are rebuilt. */
  readonly rebuild?: boolean | undefined;
}
export const ICandidateIndex: Token<ICandidateIndex> = token('ICandidateIndex');

/** Chooses the source by the number of chunks. Only an update writes tables; a search reads the existing ones. */
@injectable()
export class CandidateIndex implements ICandidateIndex {
  readonly maxChunksInMemory: number;
  private memory: MemoryCandidates | undefined;
  private tables: { readonly candidates: TableCandidates; readonly key: string } | undefined;
  /** Fingerprint of the index when it was last too small for the existing tables. */
  private smallFingerprint: string | undefined;
  /** By the state of the index and of the tables. */
  private readonly loading = new SharedWork<CandidateSource>();

  constructor(
    @inject(ICorpusSource) private readonly corpus: ICorpusSource,
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IClock) private readonly clock: IClock,
    @inject(SearchOptions) { maxChunksInMemory }: SearchOptions,
  ) {
    this.maxChunksInMemory = maxChunksInMemory;
  }

  get isReadOnly(): boolean {
    return this.database.isReadOnly;
  }

  async current({ signal }: CallOptions): Promise<CandidateSource> {
    const fingerprint = await this.database.fingerprint(searchTableNames.files, { signal });
    if (fingerprint === undefined) throw noIndex(this.database);
    const ofTables = await CandidateStore.fingerprint(this.database, { signal });
    if (ofTables === undefined || this.smallFingerprint === fingerprint) return this.inMemory({ signal });
    const key = `${fingerprint} ${ofTables}`;
    if (this.tables?.key === key) return this.tables.candidates;
    // Concurrent queries open the tables once; none can cancel it for the others.
    return this.loading.join(key, () => this.inTables(fingerprint, key), undefined);
  }

  async isCurrent(chunks: number, options: CallOptions): Promise<boolean> {
    if (chunks <= this.maxChunksInMemory) {
      return (await CandidateStore.fingerprint(this.database, options)) === undefined;
    }
    const store = await CandidateStore.openExisting(this.database, this.corpus.identity, options);
    const state = await store?.state(options);
    const fingerprint = await this.database.fingerprint(searchTableNames.files, options);
    return state?.isWhole === true && state.fingerprint === fingerprint;
  }

  async refresh(state: TablesState, { rebuild = false, ...options }: RefreshOptions): Promise<void> {
    if (rebuild) await CandidateStore.drop(this.database, options);
    if (countChunks(state.files) <= this.maxChunksInMemory) {
      this.tables = undefined;
      await this.corpus.refresh(state);
      // Denied files would never be removed from unused tables.
      if ((await CandidateStore.fingerprint(this.database, options)) !== undefined) {
        await CandidateStore.drop(this.database, options);
      }
      return;
    }
    const store = await CandidateStore.open(this.database, this.corpus.identity, options);
    await store.follow(state, options);
    await this.releaseMemory();
  }

  /** Frees the memory and the copy beside the tables: the index is too large for both. */
  private async releaseMemory(): Promise<void> {
    this.memory = undefined;
    await this.corpus.release();
  }

  private async inMemory(options: CallOptions): Promise<CandidateSource> {
    const corpus = await this.corpus.current(options);
    if (this.memory?.corpus !== corpus) this.memory = new MemoryCandidates(corpus);
    return this.memory;
  }

  private async inTables(fingerprint: string, key: string): Promise<CandidateSource> {
    const { database, clock, corpus } = this;
    const { identity } = corpus;
    const index = await IndexStore.openExisting(database, { identity, clock });
    if (index === undefined) throw await otherIndex(database, identity);
    const files = await index.indexedFiles({});
    // The state of the tables does not decide: an index that has become small leaves them behind.
    if (countChunks(files) <= this.maxChunksInMemory) {
      this.smallFingerprint = fingerprint;
      return this.inMemory({});
    }
    const store = await CandidateStore.openExisting(database, identity, {});
    const state = await store?.state({});
    if (store === undefined || state === undefined) return this.inMemory({});
    const isBehind = !state.isWhole || state.fingerprint !== fingerprint;
    const candidates = new TableCandidates({ store, state, files, dimension: identity.dimension, isBehind });
    // While another process updates the index, the next query checks again.
    if (!isBehind) this.tables = { candidates, key };
    await this.releaseMemory();
    return candidates;
  }
}
