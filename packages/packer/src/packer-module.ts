import 'reflect-metadata';
import {
  IChunker,
  ICodeOutliner,
  IContextPacker,
  IContextStrategy,
  type ILicenseService,
  IPackRecorder,
  IParserCatalog,
  ISourceFinder,
  IStateCheck,
  StrategyDescriptor,
} from '@lexichord/abstractions';
import { oncePerContainer, parseOptions, registerWhenCalled } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';

import { ChunkServices } from './chunk-services.js';
import { LateChunker } from './late-chunker.js';
import { LateOutliner } from './late-outliner.js';
import { LateParserCatalog } from './late-parser-catalog.js';
import { PackerOptions, type PackerOptionsInput, packerOptionsSchema } from './packer-options.js';
import { PackingOptions, type PackingOptionsInput, packingOptionsSchema } from './packing-options.js';
import { PackedRepositoryStrategy } from './strategy/packed-repository-strategy.js';
import { repositoryDescriptor } from './strategy/repository-descriptor.js';

/** What a host decides about the packer. */
export interface PackerModuleSetup {
  /** How files are cut. */
  readonly chunking?: PackerOptionsInput | undefined;
  /** How chunks are ranked, selected and formatted. */
  readonly packing?: PackingOptionsInput | undefined;
}

/**
 * Registers the packer, each service once per container. Does no I/O, starts no thread and loads the code of chunker
 * and packer only when they are called; the services need the workspace's services, `ISecretScanner`, `ITokenCounter`, `IStateFolder`,
 * `IClock`, `IIdSource`, `IMetrics` and `ILogger`, which may be registered later. Packing is open from the Core tier
 * on; only as a source of an assembly it is locked below its tier.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerPackerModule(
  container: DependencyContainer,
  license: ILicenseService,
  { chunking = {}, packing = {} }: PackerModuleSetup = {},
): void {
  container.register(PackerOptions, { useValue: parseOptions(packerOptionsSchema, chunking, 'packer options') });
  container.register(PackingOptions, { useValue: parseOptions(packingOptionsSchema, packing, 'packing options') });
  container.register(ChunkServices, { useClass: ChunkServices }, oncePerContainer);
  container.register(IChunker, { useClass: LateChunker }, oncePerContainer);
  container.register(ICodeOutliner, { useClass: LateOutliner }, oncePerContainer);
  container.register(IParserCatalog, { useClass: LateParserCatalog }, oncePerContainer);
  registerWhenCalled<ISourceFinder>(container, ISourceFinder, {
    methods: { find: true },
    load: async (scope) => (await import('./pack-services.js')).openSourceFinder(scope),
  });
  registerWhenCalled<IContextPacker>(container, IContextPacker, {
    methods: { pack: true, preview: true, getStats: true },
    load: async (scope) => (await import('./pack-services.js')).openPacker(scope),
  });
  registerWhenCalled<IPackRecorder>(container, IPackRecorder, {
    methods: { save: true, last: true },
    load: async (scope) => (await import('./pack-services.js')).openPackRecorder(scope),
  });
  registerWhenCalled<IStateCheck>(container, IStateCheck, {
    methods: { run: true },
    load: async (scope) => (await import('./pack-services.js')).openRecordCheck(scope),
  });
  container.register(StrategyDescriptor, { useValue: repositoryDescriptor });
  if (license.allows(repositoryDescriptor.tier)) {
    container.register(IContextStrategy, { useClass: PackedRepositoryStrategy }, oncePerContainer);
  }
}
