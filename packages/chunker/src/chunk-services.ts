import { type IChunker, type ICodeOutliner, ILogger, ITokenCounter } from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { ChunkingOptions } from './chunking-options.js';

/** The chunker and the outliner, which share one parse of a file. */
export interface LoadedChunkServices {
  readonly chunker: IChunker & { dispose(): Promise<void> };
  readonly outliner: ICodeOutliner;
}

/** Loads the language rules, the chunker and the outliner with the first file. */
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

  /** Ends the parser's threads, if there are any. */
  async dispose(): Promise<void> {
    await (await this.loading)?.chunker.dispose();
  }

  private async make(): Promise<LoadedChunkServices> {
    const { StructuralChunker } = await import('./structural-chunker.js');
    const { SyntaxOutliner } = await import('./syntax-outliner.js');
    const { SyntaxTrees } = await import('./syntax-trees.js');
    const trees = new SyntaxTrees(this.options);
    return {
      chunker: new StructuralChunker(trees, this.counter, this.options, this.log),
      outliner: new SyntaxOutliner(trees),
    };
  }
}
