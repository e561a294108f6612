import 'reflect-metadata';
import {
  IBodyExpander,
  IContextPacker,
  IContextStrategy,
  IPackRecorder,
  IRepositoryMapper,
  ISourceFinder,
  IStateCheck,
  StrategyDescriptor,
} from '@lexichord/abstractions';
import { type LicensedModuleSetup, oncePerContainer } from '@lexichord/platform';
import { parseOptions, registerLazy } from '@lexichord/platform/internal';
import type { DependencyContainer } from 'tsyringe';

import { PackingOptions, type PackingOptionsInput, packingOptionsSchema } from './packing-options.js';
import { PackedRepositoryStrategy, repositoryDescriptor } from './strategy/packed-repository-strategy.js';

/**
 * Registers the packer, each service once per container. Does no I/O, and loads its code with the first call. The
 * services need `IChunker`, the workspace's services, `ISecretScanner`, `ITokenCounter`, `IStateFolder`, `IClock`,
 * `IIdSource`, `IMetrics` and `ILogger`, which may be registered later. Packing is available from the Core tier; only
 * its strategy in an assembly requires a higher one.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerPackerModule(
  container: DependencyContainer,
  { license, options }: Required<LicensedModuleSetup<PackingOptionsInput>>,
): void {
  container.register(PackingOptions, { useValue: parseOptions(packingOptionsSchema, options, 'packing options') });
  registerLazy<ISourceFinder>(container, ISourceFinder, {
    methods: { find: true },
    load: async (scope) => (await import('./pack-services.js')).createSourceFinder(scope),
  });
  registerLazy<IContextPacker>(container, IContextPacker, {
    methods: { pack: true, preview: true, getStats: true },
    load: async (scope) => (await import('./pack-services.js')).createPacker(scope),
  });
  registerLazy<IRepositoryMapper>(container, IRepositoryMapper, {
    methods: { map: true },
    load: async (scope) => (await import('./map/repository-mapper.js')).createRepositoryMapper(scope),
  });
  registerLazy<IBodyExpander>(container, IBodyExpander, {
    methods: { expand: true },
    load: async (scope) => (await import('./expand/body-expander.js')).createBodyExpander(scope),
  });
  registerLazy<IPackRecorder>(container, IPackRecorder, {
    methods: { save: true, last: true, version: true },
    load: async (scope) => (await import('./pack-services.js')).createPackRecorder(scope),
  });
  registerLazy<IStateCheck>(container, IStateCheck, {
    methods: { run: true },
    load: async (scope) => (await import('./pack-services.js')).createRecordCheck(scope),
  });
  container.register(StrategyDescriptor, { useValue: repositoryDescriptor });
  if (license.allows(repositoryDescriptor.tier)) {
    container.register(IContextStrategy, { useClass: PackedRepositoryStrategy }, oncePerContainer);
  }
}
