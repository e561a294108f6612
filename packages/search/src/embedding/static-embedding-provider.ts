import 'reflect-metadata';
import type { CallOptions, EmbeddingPurpose, IEmbeddingProvider } from '@lexichord/abstractions';
import { type TextEmbedder, createTextEmbedder } from '@lexichord/text-index/internal';
import { inject, injectable } from 'tsyringe';

import { loadWordVectors } from './static/load-word-vectors.js';
import { ITextWorkers } from './static/text-workers.js';

/**
 * The built-in embedding without network, model or download: see `createTextEmbedder`. It has vectors of English words;
 * names and other languages are compared by spelling.
 */
@injectable()
export class StaticEmbeddingProvider implements IEmbeddingProvider {
  /** Raised with every change of the vectors, also of splitting names. */
  readonly id = 'static-v2';
  readonly dimension = 512;
  readonly maxChars = 20_000;
  readonly maxBatch = 1_024;
  readonly fusionWeight = 0.35;
  readonly isRepeatable = true;
  private embedder: Promise<TextEmbedder> | undefined;

  constructor(@inject(ITextWorkers) private readonly workers: ITextWorkers) {}

  prepare(): Promise<void> {
    return this.workers.prepare('embed');
  }

  async embed(
    texts: readonly string[],
    _purpose: EmbeddingPurpose,
    { signal }: CallOptions = {},
  ): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    if (this.workers.areWorthThread(texts)) return this.workers.embed(texts, signal);
    this.embedder ??= loadWordVectors().then(createTextEmbedder);
    const embedder = await this.embedder;
    return texts.map((text) => embedder.embed(text));
  }
}
