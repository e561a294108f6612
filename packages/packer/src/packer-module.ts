import 'reflect-metadata';
import { IChunker, ICodeOutliner, type ILicenseService } from '@lexichord/abstractions';
import { oncePerContainer, parseOptions } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';

import { StructuralChunker } from './chunk/structural-chunker.js';
import { SyntaxOutliner } from './chunk/syntax-outliner.js';
import { ISyntaxTrees, SyntaxTrees } from './chunk/syntax-trees.js';
import { PackerOptions, type PackerOptionsInput, packerOptionsSchema } from './packer-options.js';

/**
 * Registers the packer, each service once per container. Does no I/O and starts no thread; the services need
 * `ILogger` and `ITokenCounter`, which may be registered later. All of it is open from the Core tier on, so no licence
 * locks any of it.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerPackerModule(
  container: DependencyContainer,
  _license: ILicenseService,
  options: PackerOptionsInput = {},
): void {
  container.register(PackerOptions, { useValue: parseOptions(packerOptionsSchema, options, 'packer options') });
  container.register(ISyntaxTrees, { useClass: SyntaxTrees }, oncePerContainer);
  container.register(IChunker, { useClass: StructuralChunker }, oncePerContainer);
  container.register(ICodeOutliner, { useClass: SyntaxOutliner }, oncePerContainer);
}
