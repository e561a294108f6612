import 'reflect-metadata';
import { IChunker, ICodeOutliner, IParserCatalog } from '@lexichord/abstractions';
import { type ModuleSetup, oncePerContainer } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import type { DependencyContainer } from 'tsyringe';

import { ChunkServices } from './chunk-services.js';
import { ChunkingOptions, type ChunkingOptionsInput, chunkingOptionsSchema } from './chunking-options.js';
import { LateChunker } from './late-chunker.js';
import { LateOutliner } from './late-outliner.js';
import { LateParserCatalog } from './late-parser-catalog.js';

/**
 * Registers chunker, outliner and the list of parsers, each once per container. Does no I/O, starts no thread and loads
 * parsers only when they are called; they need `ITokenCounter` and `ILogger`, which may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerChunkerModule(
  container: DependencyContainer,
  { options = {} }: ModuleSetup<ChunkingOptionsInput> = {},
): void {
  container.register(ChunkingOptions, { useValue: parseOptions(chunkingOptionsSchema, options, 'chunking options') });
  container.register(ChunkServices, { useClass: ChunkServices }, oncePerContainer);
  container.register(IChunker, { useClass: LateChunker }, oncePerContainer);
  container.register(ICodeOutliner, { useClass: LateOutliner }, oncePerContainer);
  container.register(IParserCatalog, { useClass: LateParserCatalog }, oncePerContainer);
}
