import { join } from 'node:path';

import type { CallOptions, IClock, ILogger, IStateFolder } from '@lexichord/abstractions';
import type { IDatabase } from '@lexichord/storage';

import type { ICorpusSource } from '../corpus/corpus-source.js';
import { type FileLedger, readLedger, writeLedger } from '../store/file-ledger.js';
import { IndexStore } from '../store/index-store.js';
import { type FileRow, searchTableNames } from '../store/index-tables.js';

/** What an update of the index works with. */
export interface IndexRunServices {
  readonly database: IDatabase;
  readonly corpus: ICorpusSource;
  readonly folder: IStateFolder;
  readonly clock: IClock;
  readonly log: ILogger;
}

/** How an update begins. */
export interface IndexRunOptions extends CallOptions {
  readonly rebuild: boolean;
}

/**
 * One update's way to the tables. Often nothing has changed: then the ledger beside them, a copy of what they know of
 * the files, is enough, and they are not opened.
 */
export class IndexRun {
  private opened: Promise<IndexStore> | undefined;
  private isWritten = false;

  private constructor(
    private readonly services: IndexRunServices,
    private readonly options: IndexRunOptions,
    private readonly ledger: FileLedger | undefined,
  ) {}

  static async begin(services: IndexRunServices, options: IndexRunOptions): Promise<IndexRun> {
    const key = options.rebuild ? undefined : await ledgerKey(services, options);
    const ledger = key === undefined ? undefined : await readLedger(ledgerPath(services), key);
    return new IndexRun(services, options, ledger);
  }

  /** Files whose chunks are in the index, by path. */
  async knownFiles(): Promise<ReadonlyMap<string, FileRow>> {
    return this.ledger?.files ?? (await this.open()).trustedFiles(this.callOptions);
  }

  /** The tables, to write to. */
  store(): Promise<IndexStore> {
    this.isWritten = true;
    return this.open();
  }

  /**
   * Brings the tables into shape and the copies beside them up to date, if anything was written or they are missing.
   *
   * @returns the number of chunks in the index
   */
  async finish(): Promise<number> {
    const { services, callOptions } = this;
    if (this.ledger !== undefined && !this.isWritten) return this.ledger.chunks;
    const store = await this.open();
    if (this.isWritten) await store.finish(callOptions);
    await services.corpus.refresh(callOptions);
    const ledger = { files: await store.knownFiles(callOptions), chunks: await store.countChunks(callOptions) };
    await this.save(ledger);
    return ledger.chunks;
  }

  private get callOptions(): CallOptions {
    return { signal: this.options.signal };
  }

  private open(): Promise<IndexStore> {
    const { database, corpus, clock } = this.services;
    this.opened ??= IndexStore.open(database, { ...this.options, identity: corpus.identity, clock });
    return this.opened;
  }

  private async save(ledger: FileLedger): Promise<void> {
    const { services, callOptions } = this;
    const key = await ledgerKey(services, callOptions);
    if (key === undefined) return;
    try {
      await writeLedger(ledgerPath(services), key, ledger);
    } catch (error) {
      // The next update opens the tables; nothing else.
      services.log.warn('The copy of what is indexed could not be written: {reason}', {
        reason: error instanceof Error ? error.message : 'unknown',
      });
    }
  }
}

function ledgerPath({ folder }: IndexRunServices): string {
  return join(folder.path, 'search-files.json');
}

/** Which state of the tables the ledger is a copy of; `undefined` when there are none. */
async function ledgerKey({ database, corpus }: IndexRunServices, { signal }: CallOptions): Promise<string | undefined> {
  const files = await database.fingerprint(searchTableNames.files, { signal });
  const chunks = await database.fingerprint(searchTableNames.chunks, { signal });
  return files === undefined || chunks === undefined ? undefined : JSON.stringify([corpus.identity, files, chunks]);
}
