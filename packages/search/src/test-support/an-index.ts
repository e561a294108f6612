import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  IIndexChunker,
  IClock,
  ICommitHistory,
  IEditorService,
  IEmbeddingProvider,
  IIdSource,
  IIndexService,
  ILogger,
  ISemanticSearchService,
  IStateFolder,
  IWorkspaceGuard,
  IWorkspaceListing,
} from '@lexichord/abstractions';
import { RandomIdSource, SystemClock, resolveToken } from '@lexichord/platform';
import { IDatabase, registerStorageModule } from '@lexichord/storage';
import { ManualClock, PlainStateFolder, RecordingLogger, type S3Location } from '@lexichord/testing';
import { type DependencyContainer, container as root } from 'tsyringe';

import { ICorpusSource } from '../corpus/corpus-source.js';
import type { IndexedChunk } from '../corpus/chunk-record.js';
import { shareCorpus } from '../index-services.js';
import { registerSearchModule } from '../search-module.js';
import { IndexStore } from '../store/index-store.js';
import { CountingProvider } from './counting-provider.js';
import type { GivenCommits } from './given-commits.js';
import { MemoryWorkspace } from './memory-workspace.js';
import { ParagraphChunker } from './paragraph-chunker.js';

/** A search of its own over the real store, in a folder of its own. */
export interface IndexSetup {
  readonly folder: string;
  readonly container: DependencyContainer;
  readonly workspace: MemoryWorkspace;
  readonly provider: CountingProvider;
  readonly chunker: ParagraphChunker;
  readonly clock: ManualClock;
  readonly logger: RecordingLogger;
  readonly database: IDatabase;
  readonly index: IIndexService;
  readonly search: ISemanticSearchService;
}

/** What a test chooses; the folder to go on with what another one has stored. */
export interface IndexChoice {
  readonly folder?: string | undefined;
  readonly workspace?: MemoryWorkspace | undefined;
  readonly provider?: CountingProvider | undefined;
  readonly maxFileSizeBytes?: number | undefined;
  /** Default: that of the options. */
  readonly maxChunksInMemory?: number | undefined;
  /** Where the tables are; in the folder when absent. */
  readonly storage?: S3Location | undefined;
  /** Whether nothing may be written to the tables. Default: no. */
  readonly readOnly?: boolean | undefined;
  /** Default: the workspace has no history. */
  readonly history?: GivenCommits | undefined;
}

/** Makes searches, and takes away at the end what they left. */
export class TemporaryIndexes {
  private readonly setups: IndexSetup[] = [];

  async make({
    folder,
    workspace = new MemoryWorkspace(),
    provider = new CountingProvider(),
    maxFileSizeBytes = 10_000,
    maxChunksInMemory,
    storage,
    readOnly,
    history,
  }: IndexChoice = {}): Promise<IndexSetup> {
    const place = folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'lexichord-search-'))));
    const container = root.createChildContainer();
    // A server refuses what was signed at another time.
    const clock = storage === undefined ? new ManualClock() : new ManualClock(new SystemClock().now());
    const [chunker, logger] = [new ParagraphChunker(), new RecordingLogger()];
    const { address = join(place, 'db'), storageOptions = {} } = storage ?? {};
    registerStorageModule(container, { options: { address, options: storageOptions, readOnly } });
    registerSearchModule(container, { options: { maxFileSizeBytes, maxChunksInMemory } });
    shareCorpus(container);
    container.register(IEmbeddingProvider, { useValue: provider });
    container.register(IWorkspaceListing, { useValue: workspace });
    container.register(IWorkspaceGuard, { useValue: workspace });
    container.register(IEditorService, { useValue: workspace });
    container.register(IIndexChunker, { useValue: chunker });
    container.register(IClock, { useValue: clock });
    container.register(IIdSource, { useValue: new RandomIdSource() });
    if (history !== undefined) container.register(ICommitHistory, { useValue: history });
    container.register(ILogger, { useValue: logger });
    container.register(IStateFolder, { useValue: new PlainStateFolder(place) });
    const setup: IndexSetup = {
      ...{ folder: place, container, workspace, provider, chunker, clock, logger },
      database: resolveToken(container, IDatabase),
      index: resolveToken(container, IIndexService),
      search: resolveToken(container, ISemanticSearchService),
    };
    this.setups.push(setup);
    return setup;
  }

  async dispose(): Promise<void> {
    for (const { container, database } of this.setups) {
      await database.dispose();
      await container.dispose();
    }
    for (const { folder } of this.setups.splice(0)) await rm(folder, { recursive: true, force: true });
  }
}

/** Every chunk in use, by id. */
export async function storedChunks({ container, database }: IndexSetup): Promise<readonly IndexedChunk[]> {
  const { identity } = resolveToken(container, ICorpusSource);
  const store = await IndexStore.openExisting(database, { identity, clock: new SystemClock() });
  if (store === undefined) return [];
  const chunks: IndexedChunk[] = [];
  for await (const chunk of store.chunksOf([...(await store.chunksInUse({})).keys()], {})) chunks.push(chunk);
  return chunks.toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
}
