import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { RandomIdSource, SystemClock } from '@lexichord/platform';
import { type IDatabase, openDatabase } from '@lexichord/storage';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { FactStore } from '../store/fact-store.js';

/** Address of a fact store, with its connection settings. */
export interface FactLocation {
  readonly address: string;
  readonly storageOptions?: Readonly<Record<string, string>>;
}

/** Fact stores over databases of their own, which are removed at the end of a spec. */
export class TemporaryFacts {
  /** Of all fact stores; stands still until a test moves it. */
  readonly clock = new ManualClock(1_000_000);
  readonly logger = new RecordingLogger();
  private readonly folders: string[] = [];
  private readonly databases: IDatabase[] = [];

  /** A folder for a database, which is not made yet. */
  async location(): Promise<FactLocation> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-facts-')));
    this.folders.push(folder);
    return { address: join(folder, 'db') };
  }

  /** A connection of its own, as another process has it. */
  database({ address, storageOptions = {} }: FactLocation): IDatabase {
    // Object storage refuses requests of another time.
    const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: this.logger };
    const database = openDatabase({ address, options: storageOptions }, services);
    this.databases.push(database);
    return database;
  }

  store(database: IDatabase, workspace = 'workspace'): FactStore {
    return new FactStore(database, this.clock, new RandomIdSource(), this.logger, { workspace });
  }

  /** A store in a folder of its own. */
  async fresh(): Promise<FactStore> {
    return this.store(this.database(await this.location()));
  }

  async dispose(): Promise<void> {
    await Promise.all(this.databases.splice(0).map((database) => database.dispose()));
    await Promise.all(this.folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  }
}
