import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RandomIdSource, SystemClock } from '@lexichord/platform';
import { type IDatabase, openDatabase } from '@lexichord/storage';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { CompressionStore } from '../compression-store.js';
import { Removals } from '../removals.js';

/** Address of a conversation store, with its connection settings. */
export interface StoreLocation {
  readonly address: string;
  readonly storageOptions?: Readonly<Record<string, string>>;
}

/** Compression stores over databases of their own, which are removed at the end of a spec. */
export class TemporaryStores {
  /** Of all stores; stands still until a test moves it. */
  readonly clock = new ManualClock(1_000_000);
  readonly logger = new RecordingLogger();
  private readonly folders: string[] = [];
  private readonly databases: IDatabase[] = [];

  /** A folder for a database, which is not made yet. */
  async location(): Promise<StoreLocation> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-conversations-')));
    this.folders.push(folder);
    return { address: join(folder, 'db') };
  }

  /** A connection of its own, as another process has it. */
  database({ address, storageOptions = {} }: StoreLocation): IDatabase {
    // Object storage refuses requests of another time.
    const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: this.logger };
    const database = openDatabase({ address, options: storageOptions }, services);
    this.databases.push(database);
    return database;
  }

  store(database: IDatabase): CompressionStore {
    return new CompressionStore(database, this.clock, this.logger, new Removals());
  }

  /** A store in a folder of its own. */
  async fresh(): Promise<CompressionStore> {
    return this.store(this.database(await this.location()));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.databases.splice(0).map((database) => database.dispose()));
    await Promise.all(this.folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
