import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { IClock } from '@lexichord/abstractions';
import { RandomIdSource, SystemClock } from '@lexichord/platform';
import { RecordingLogger } from '@lexichord/testing';

import type { IDatabase } from '../database/database.js';
import { openDatabase } from '../open-database.js';
import type { StorageOptionsInput } from '../storage-options.js';

/** Databases in folders of their own, which are removed at the end of a spec. */
export class TemporaryDatabases {
  readonly logger = new RecordingLogger();
  private readonly folders: string[] = [];
  private readonly databases: IDatabase[] = [];

  async folder(): Promise<string> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-storage-')));
    this.folders.push(folder);
    return folder;
  }

  async open(options: Partial<StorageOptionsInput> = {}): Promise<IDatabase> {
    return this.openAt(options.address ?? join(await this.folder(), 'db'), options);
  }

  openAt(address: string, options: Partial<StorageOptionsInput> = {}, clock: IClock = new SystemClock()): IDatabase {
    const database = openDatabase(
      { ...options, address },
      { clock, idSource: new RandomIdSource(), logger: this.logger, random: () => 0.5 },
    );
    this.databases.push(database);
    return database;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.databases.splice(0).map((database) => database.dispose()));
    await Promise.all(this.folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** All batches of a scan in one list. */
export async function collect<Row>(batches: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}
