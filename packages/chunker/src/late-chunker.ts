import {
  type CallOptions,
  type ChunkedFile,
  type ChunkSource,
  type IChunker,
  ITokenCounter,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { chunkingFingerprint } from './chunking-fingerprint.js';
import { ChunkServices } from './chunk-services.js';
import { ChunkingOptions } from './chunking-options.js';

/** The chunker, whose code is loaded for the first file: what is indexed already is only asked for its fingerprint. */
@injectable()
export class LateChunker implements IChunker {
  private knownFingerprint: string | undefined;

  constructor(
    @inject(ChunkServices) private readonly services: ChunkServices,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(ChunkingOptions) private readonly options: ChunkingOptions,
  ) {}

  get fingerprint(): string {
    this.knownFingerprint ??= chunkingFingerprint(this.options, this.counter);
    return this.knownFingerprint;
  }

  async chunk(source: ChunkSource, options?: CallOptions): Promise<ChunkedFile> {
    const { chunker } = await this.services.load();
    return chunker.chunk(source, options);
  }

  async prepare(): Promise<void> {
    try {
      const { chunker } = await this.services.load();
      await chunker.prepare?.();
    } catch {
      // What keeps the code from being loaded is told to whoever has a file for it.
    }
  }

  /** Ends the parser's threads; the next file starts others. */
  dispose(): Promise<void> {
    return this.services.dispose();
  }
}
