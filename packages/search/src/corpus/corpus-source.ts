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
  isLexichordError,
  token,
} from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { type IndexIdentity, IndexStore } from '../store/index-store.js';
import { chunkTable } from '../store/index-tables.js';
import type { IndexedChunk } from './chunk-record.js';
import { type Corpus, buildCorpus } from './corpus.js';
import { readCorpus, writeCorpus } from './corpus-file.js';

/** Raised when the words of a text change: stemming, splitting, repetitions. */
const wordsVersion = 1;

/** The index in memory, as new as the tables. */
export interface ICorpusSource {
  /** What the index is made with. */
  readonly identity: IndexIdentity;
  /** @throws {LexichordError} `no-index` when nothing was indexed yet, or with other settings */
  current(options: CallOptions): Promise<Corpus>;
  /** Brings memory and file up to date after the tables have changed. */
  refresh(options: CallOptions): Promise<void>;
}
export const ICorpusSource: Token<ICorpusSource> = token('ICorpusSource');

/** Keeps the index while the tables do not change; else reads it from the file beside them, else from the tables. */
@injectable()
export class CorpusSource implements ICorpusSource {
  private held: { readonly fingerprint: string; readonly corpus: Corpus } | undefined;
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
    const tableName = chunkTable(this.identity.dimension).name;
    const fingerprint = await this.database.fingerprint(tableName, { signal });
    if (fingerprint === undefined) throw noIndex();
    const wanted = `${JSON.stringify(this.identity)} ${fingerprint}`;
    if (this.held?.fingerprint === wanted) return this.held.corpus;
    // Several questions at once load it once; none of them can cancel it for the others.
    this.loading ??= this.load(wanted).finally(() => (this.loading = undefined));
    return this.loading;
  }

  async refresh(options: CallOptions): Promise<void> {
    try {
      await this.current(options);
    } catch (error) {
      if (!isLexichordError(error) || error.code !== ErrorCode.noIndex) throw error;
    }
  }

  private async load(fingerprint: string): Promise<Corpus> {
    const path = join(this.folder.path, 'search-corpus.bin');
    const copied = await readCorpus(path, fingerprint);
    const corpus = copied ?? (await this.build());
    this.held = { fingerprint, corpus };
    if (copied === undefined) await this.save(path, corpus, fingerprint);
    return corpus;
  }

  private async build(): Promise<Corpus> {
    const { database, clock, provider } = this;
    const store = await IndexStore.openExisting(database, { identity: this.identity, clock });
    if (store === undefined) throw noIndex();
    const chunks: IndexedChunk[] = [];
    for await (const some of store.readAll({})) chunks.push(...some);
    return buildCorpus(chunks, provider.dimension);
  }

  private async save(path: string, corpus: Corpus, fingerprint: string): Promise<void> {
    try {
      await this.folder.prepare();
      await writeCorpus(path, corpus, fingerprint);
    } catch (error) {
      // The next process is slower; nothing else.
      this.log.warn('The copy of the search index could not be written: {reason}', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
}

function noIndex(): LexichordError {
  return new LexichordError(
    ErrorCode.noIndex,
    'The workspace has no search index yet, or one made with other settings. Run "lexichord index" to build it.',
  );
}
