import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  IClock,
  IDocumentStructureService,
  IEditorService,
  IEmbeddingProvider,
  IIdSource,
  ILicenseService,
  ILogger,
  IMetrics,
  ISecretScanner,
  ITokenCounter,
  type LicenseTier,
} from '@lexichord/abstractions';
import { registerStorageModule } from '@lexichord/storage';
import {
  ManualClock,
  MemoryEditorService,
  PatternSecretScanner,
  PlainStructureService,
  RecordingLogger,
  RecordingMetrics,
  SequentialIdSource,
  aLicense,
} from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';
import { type DependencyContainer, container as rootContainer } from 'tsyringe';

import { registerCompressionModule } from '../compression-module.js';
import type { CompressionOptionsInput } from '../compression-options.js';
import { SubjectProvider } from '../segment/test-support/subject-provider.js';

/** Everything that conversation memory needs, in a container of its own over a folder of its own. */
export interface AMemory {
  readonly container: DependencyContainer;
  readonly clock: ManualClock;
  readonly logger: RecordingLogger;
  readonly metrics: RecordingMetrics;
  /** Folder of the database. */
  readonly folder: string;
  readonly dispose: () => Promise<void>;
}

/**
 * @param tier of the licence
 * @param template the folder of another memory, which is not open: this one begins with a copy of what is stored there
 */
export async function aMemory(
  given: CompressionOptionsInput = {},
  tier: LicenseTier = 'Teams',
  template?: string,
): Promise<AMemory> {
  const container = rootContainer.createChildContainer();
  const clock = new ManualClock(1_000_000);
  const logger = new RecordingLogger();
  const metrics = new RecordingMetrics();
  const license = aLicense(tier);
  container.register(IClock, { useValue: clock });
  container.register(IIdSource, { useValue: new SequentialIdSource() });
  container.register(ILogger, { useValue: logger });
  container.register(ISecretScanner, { useValue: new PatternSecretScanner() });
  container.register(IMetrics, { useValue: metrics });
  container.register(ILicenseService, { useValue: license });
  container.register(ITokenCounter, { useValue: new BpeTokenCounter({ encoding: 'o200k_base' }) });
  container.register(IEmbeddingProvider, { useValue: new SubjectProvider() });
  container.register(IEditorService, { useValue: new MemoryEditorService({}) });
  container.register(IDocumentStructureService, { useValue: new PlainStructureService() });
  // Before the folder is made: it refuses options that make no sense.
  registerCompressionModule(container, { license, options: given });
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-conversations-')));
  if (template !== undefined) await cp(template, folder, { recursive: true });
  registerStorageModule(container, { options: { address: join(folder, 'db') } });
  const dispose = async (): Promise<void> => {
    await container.dispose();
    await rm(folder, { recursive: true, force: true });
  };
  return { container, clock, logger, metrics, folder, dispose };
}
