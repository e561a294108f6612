import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { EntitySearchResult, ILogger, KnowledgeFile } from '@lexichord/abstractions';
import { RandomIdSource, SilentLogger, SystemClock } from '@lexichord/platform';
import { type IDatabase, openDatabase } from '@lexichord/storage';
import { ManualClock, SequentialIdSource } from '@lexichord/testing';

import type { EntityIndexRefresh, IEntityIndex } from '../../search/graph-entity-index.js';
import { FactStore } from '../../store/fact-store.js';
import { KnowledgeImporter } from '../knowledge-importer.js';

/** An index that only counts how often it is asked to look. */
export class CountingIndex implements IEntityIndex {
  refreshes = 0;
  failure: unknown;

  async refresh(): Promise<EntityIndexRefresh> {
    this.refreshes += 1;
    if (this.failure !== undefined) throw this.failure;
    return { embedded: 0, warnings: ['words alone'] };
  }

  async search(): Promise<EntitySearchResult> {
    return { found: [], warnings: [] };
  }
}

/** An importer over a store in a folder of its own. */
export interface ImportBench {
  readonly importer: KnowledgeImporter;
  readonly store: FactStore;
  readonly index: CountingIndex;
  readonly clock: ManualClock;
  readonly folder: string;
  /** The same store as another process sees it. */
  reopen(): FactStore;
}

/** Calls `work` with an importer, and removes its folder afterwards. */
export async function withImporter(
  work: (bench: ImportBench) => Promise<void>,
  logger: ILogger = new SilentLogger(),
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'knowledge-import-'));
  const databases: IDatabase[] = [];
  const clock = new ManualClock();
  const open = (): FactStore => {
    const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new SilentLogger() };
    const database = openDatabase({ address: folder }, services);
    databases.push(database);
    return new FactStore(database, clock, new SequentialIdSource(), new SilentLogger(), { workspace: 'test' });
  };
  try {
    const store = open();
    const index = new CountingIndex();
    const importer = new KnowledgeImporter(store, index, clock, logger);
    await work({ importer, store, index, clock, folder, reopen: open });
  } finally {
    for (const database of databases) await database.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Files by path. */
export function filesOf(texts: Readonly<Record<string, string>>): readonly KnowledgeFile[] {
  return Object.entries(texts).map(([documentPath, text]) => ({ documentPath, text }));
}
