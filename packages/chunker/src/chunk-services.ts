import {
  type IChunker,
  type ICodeOutliner,
  ILogger,
  type ISymbolExtractor,
  ITokenCounter,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { ChunkingOptions, indexChunkingOptions } from './chunking-options.js';

/** Chunkers, outliner and extractor of symbols, which share one parse of a file. */
export interface LoadedChunkServices {
  readonly chunker: IChunker & { dispose(): Promise<void> };
  readonly indexChunker: IChunker;
  readonly outliner: ICodeOutliner;
  readonly extractor: ISymbolExtractor;
}

/** Loads the language rules and the {@link LoadedChunkServices} on the first file. */
@injectable()
export class ChunkServices {
  private loading: Promise<LoadedChunkServices> | undefined;

  constructor(
    @inject(ChunkingOptions) private readonly options: ChunkingOptions,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ILogger) private readonly log: ILogger,
  ) {}

  load(): Promise<LoadedChunkServices> {
    this.loading ??= this.make();
    return this.loading;
  }

  /** Ends the parser's threads, if any. */
  async dispose(): Promise<void> {
    await (await this.loading)?.chunker.dispose();
  }

  private async make(): Promise<LoadedChunkServices> {
    const { StructuralChunker } = await import('./structural-chunker.js');
    const { SyntaxOutliner } = await import('./syntax-outliner.js');
    const { SyntaxSymbolExtractor } = await import('./symbols/syntax-symbol-extractor.js');
    const { SyntaxTrees } = await import('./syntax-trees.js');
    const trees = new SyntaxTrees(this.options);
    return {
      chunker: new StructuralChunker(trees, this.counter, this.options, this.log),
      indexChunker: new StructuralChunker(trees, this.counter, indexChunkingOptions(this.options), this.log),
      outliner: new SyntaxOutliner(trees),
      extractor: new SyntaxSymbolExtractor(trees),
    };
  }
}
