import 'reflect-metadata';
import {
  type CallOptions,
  type ChunkSource,
  type ChunkedFile,
  type CodeOutline,
  type DocumentSnapshot,
  type FileSymbols,
  IChunker,
  ICodeOutliner,
  IIndexChunker,
  IParserCatalog,
  ISymbolExtractor,
  ITokenCounter,
} from '@lexichord/abstractions';
import { type ModuleSetup, oncePerContainer, resolveToken } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import {
  type DependencyContainer,
  type FactoryFunction,
  inject,
  injectable,
  instancePerContainerCachingFactory,
} from 'tsyringe';

import { ChunkServices } from './chunk-services.js';
import { chunkingFingerprint } from './chunking-fingerprint.js';
import {
  ChunkingOptions,
  type ChunkingOptionsInput,
  chunkingOptionsSchema,
  indexChunkingOptions,
} from './chunking-options.js';
import { LazyParserCatalog } from './lazy-parser-catalog.js';
import { outlinedLanguages } from './languages/language-names.js';
import { symbolsFingerprint } from './symbols/symbols-fingerprint.js';

/** A chunker whose code is loaded on the first file. An up-to-date index needs only its fingerprint. */
class LazyChunker implements IChunker {
  private knownFingerprint: string | undefined;

  constructor(
    private readonly name: 'chunker' | 'indexChunker',
    private readonly sizes: ChunkingOptions,
    private readonly services: ChunkServices,
    private readonly counter: ITokenCounter,
  ) {}

  get fingerprint(): string {
    this.knownFingerprint ??= chunkingFingerprint(this.sizes, this.counter);
    return this.knownFingerprint;
  }

  async chunk(source: ChunkSource, options?: CallOptions): Promise<ChunkedFile> {
    const { [this.name]: chunker } = await this.services.load();
    return chunker.chunk(source, options);
  }

  async prepare(): Promise<void> {
    try {
      const { [this.name]: chunker } = await this.services.load();
      await chunker.prepare?.();
    } catch {
      // A failure to load is reported with the first file.
    }
  }

  /** Ends the parser's threads; the next file starts others. */
  dispose(): Promise<void> {
    return this.services.dispose();
  }
}

/** The outliner, whose code is loaded with the first file. */
@injectable()
class LazyOutliner implements ICodeOutliner {
  constructor(@inject(ChunkServices) private readonly services: ChunkServices) {}

  supports(language: string): boolean {
    return outlinedLanguages.has(language);
  }

  async outline(document: DocumentSnapshot, options?: CallOptions): Promise<CodeOutline> {
    const { outliner } = await this.services.load();
    return outliner.outline(document, options);
  }
}

/** The extractor of symbols, whose code is loaded with the first file. */
@injectable()
class LazySymbolExtractor implements ISymbolExtractor {
  readonly fingerprint = symbolsFingerprint;

  constructor(@inject(ChunkServices) private readonly services: ChunkServices) {}

  async extract(source: ChunkSource, options?: CallOptions): Promise<FileSymbols | undefined> {
    const { extractor } = await this.services.load();
    return extractor.extract(source, options);
  }
}

/**
 * Registers the chunkers of files and of the search index, outliner, extractor of symbols and the list of parsers, each
 * once per container. Does no I/O, starts no thread and loads parsers only when they are called; they need
 * `ITokenCounter` and `ILogger`, which may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerChunkerModule(
  container: DependencyContainer,
  { options = {} }: ModuleSetup<ChunkingOptionsInput> = {},
): void {
  container.register(ChunkingOptions, { useValue: parseOptions(chunkingOptionsSchema, options, 'chunking options') });
  container.register(ChunkServices, { useClass: ChunkServices }, oncePerContainer);
  container.register(IChunker, { useFactory: chunkerFactory('chunker', (options) => options) });
  container.register(IIndexChunker, { useFactory: chunkerFactory('indexChunker', indexChunkingOptions) });
  container.register(ICodeOutliner, { useClass: LazyOutliner }, oncePerContainer);
  container.register(ISymbolExtractor, { useClass: LazySymbolExtractor }, oncePerContainer);
  container.register(IParserCatalog, { useClass: LazyParserCatalog }, oncePerContainer);
}

/** Makes one chunker for each container, with sizes from the options. */
function chunkerFactory(
  name: 'chunker' | 'indexChunker',
  sizesOf: (options: ChunkingOptions) => ChunkingOptions,
): FactoryFunction<IChunker> {
  return instancePerContainerCachingFactory((scope) => {
    const sizes = sizesOf(resolveToken(scope, ChunkingOptions));
    return new LazyChunker(name, sizes, scope.resolve(ChunkServices), resolveToken(scope, ITokenCounter));
  });
}
