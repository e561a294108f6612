import 'reflect-metadata';
import { join } from 'node:path';
import {
  type CallOptions,
  ErrorCode,
  IChunker,
  IClock,
  IEmbeddingProvider,
  ILogger,
  IStateFolder,
  LexichordError,
  type Token,
  token,
} from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { type IndexIdentity, IndexStore } from '../store/index-store.js';
import { type FileRow, searchTableNames } from '../store/index-tables.js';
import { type Corpus, changeCorpus, emptyCorpus } from './corpus.js';
import { type CorpusOrigin, readCorpus, writeCorpus } from './corpus-file.js';

/** Raised when the words of a text change: stemming, splitting, repetitions. */
const wordsVersion = 1;

/** The index in memory, as new as the tables. */
export interface ICorpusSource {
  /** What the index is made with. */
  readonly identity: IndexIdentity;
  /** @throws {LexichordError} `no-index` when nothing was indexed yet, or with other settings */
  current(options: CallOptions): Promise<Corpus>;
  /** Brings memory and file up to date after the tables have changed. */
  refresh(state: TablesState): Promise<void>;
}

/** What the tables hold now. */
export interface TablesState {
  readonly store: IndexStore;
  /** Of the table of files, taken before its rows were read: what is written later is noticed the next time. */
  readonly fingerprint: string;
  readonly files: ReadonlyMap<string, FileRow>;
}
export const ICorpusSource: Token<ICorpusSource> = token('ICorpusSource');

/** A corpus, and the state of the tables that it is a copy of. */
interface HeldCorpus {
  readonly corpus: Corpus;
  readonly fingerprint: string;
}

/**
 * Keeps the index while the tables do not change. Otherwise what is in memory, or in the file beside the tables, is
 * brought to their state: files that stayed the same are not read again.
 */
@injectable()
export class CorpusSource implements ICorpusSource {
  private held: HeldCorpus | undefined;
  private loading: Promise<Corpus> | undefined;

  private readonly log: ILogger;

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IChunker) private readonly chunker: IChunker,
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
    // A file's row is written after its chunks, so the rows of the files tell all changes.
    const fingerprint = await this.database.fingerprint(searchTableNames.files, { signal });
    if (fingerprint === undefined) throw noIndex();
    if (this.held?.fingerprint === fingerprint) return this.held.corpus;
    // Several questions at once load it once; none of them can cancel it for the others.
    this.loading ??= this.load(fingerprint, () => this.openTables(fingerprint)).finally(
      () => (this.loading = undefined),
    );
    return this.loading;
  }

  async refresh(state: TablesState): Promise<void> {
    await this.load(state.fingerprint, () => Promise.resolve(state));
  }

  private async load(fingerprint: string, open: () => Promise<TablesState>): Promise<Corpus> {
    const path = join(this.folder.path, 'search-corpus.bin');
    const identity = JSON.stringify(this.identity);
    const before = this.held ?? (await readCorpus(path, identity));
    const isCurrent = before?.fingerprint === fingerprint;
    const corpus = isCurrent
      ? before.corpus
      : await follow(before?.corpus ?? emptyCorpus(this.provider.dimension), await open());
    this.held = { fingerprint, corpus };
    if (!isCurrent) await this.save(path, corpus, { identity, fingerprint });
    return corpus;
  }

  private async openTables(fingerprint: string): Promise<TablesState> {
    const { database, clock, identity } = this;
    const store = await IndexStore.openExisting(database, { identity, clock });
    if (store === undefined) throw noIndex();
    return { store, fingerprint, files: await store.knownFiles({}) };
  }

  private async save(path: string, corpus: Corpus, origin: CorpusOrigin): Promise<void> {
    try {
      await this.folder.prepare();
      await writeCorpus(path, corpus, origin);
    } catch (error) {
      // The next process is slower; nothing else.
      this.log.warn('The copy of the search index could not be written: {reason}', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
}

/** Brings a corpus to the state of the tables. */
async function follow(before: Corpus, { store, files }: TablesState): Promise<Corpus> {
  const changed = [...files.values()].filter(
    ({ filePath, chunksHash }) => before.files.get(filePath)?.chunksHash !== chunksHash,
  );
  const chunks = await store.chunksOf(
    changed.map(({ filePath }) => filePath),
    {},
  );
  return changeCorpus(before, {
    files: new Map([...files].map(([path, { chunksHash, modifiedMs }]) => [path, { chunksHash, modifiedMs }])),
    chunks,
  });
}

function noIndex(): LexichordError {
  return new LexichordError(
    ErrorCode.noIndex,
    'The workspace has no search index yet, or one made with other settings. Run "lexichord index" to build it.',
  );
}
