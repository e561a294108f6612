import {
  type CallOptions,
  type EmbeddingPurpose,
  ErrorCode,
  type IEmbeddingProvider,
  type ISecretScanner,
  LexichordError,
} from '@lexichord/abstractions';
import { askServer, screenTexts } from '@lexichord/secrets/internal';
import { z } from 'zod';

import type { RemoteEmbeddingOptions } from '../search-options.js';

/** Matches texts with a word; others have no meaning to embed. */
const wordCharacter = /[\p{L}\p{N}]/u;

const openAiAnswer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});
const ollamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });

/** Path of the requests to a kind of server, and the reader of its answers. */
interface Protocol {
  readonly path: string;
  /** In the order of the texts; `undefined` when the answer has another form. */
  readonly read: (answer: unknown) => readonly (readonly number[])[] | undefined;
}

const protocols: Readonly<Record<RemoteEmbeddingOptions['provider'], Protocol>> = {
  openai: {
    path: '/embeddings',
    read: (answer) => {
      const data = openAiAnswer.safeParse(answer).data?.data.toSorted((a, b) => a.index - b.index);
      const isWhole = data?.every(({ index }, position) => index === position) ?? false;
      return isWhole ? data?.map(({ embedding }) => embedding) : undefined;
    },
  },
  ollama: { path: '/api/embed', read: (answer) => ollamaAnswer.safeParse(answer).data?.embeddings },
};

/**
 * Embeddings from a server that speaks OpenAI's or Ollama's protocol. The texts are sent only to the configured
 * address, without secrets; the answer is validated.
 */
export class RemoteEmbeddingProvider implements IEmbeddingProvider {
  readonly id: string;
  readonly dimension: number;
  readonly maxChars: number;
  readonly maxBatch: number;
  readonly fusionWeight: number;

  constructor(
    private readonly options: RemoteEmbeddingOptions,
    private readonly scanner: ISecretScanner,
  ) {
    const { provider, model, dimension, maxChars, maxBatch, fusionWeight, documentPrefix } = options;
    this.id = [provider, model, dimension, maxChars, ...(documentPrefix === '' ? [] : [documentPrefix])].join(':');
    this.dimension = dimension;
    this.maxChars = maxChars;
    this.maxBatch = maxBatch;
    this.fusionWeight = fusionWeight;
  }

  async embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    { signal }: CallOptions = {},
  ): Promise<readonly Float32Array[]> {
    signal?.throwIfAborted();
    if (texts.length === 0) return [];
    const prefix = purpose === 'query' ? this.options.queryPrefix : this.options.documentPrefix;
    // A server refuses the whole request for an empty text or half of a surrogate pair.
    const asked = [...texts.keys()].filter((index) => wordCharacter.test(texts[index] ?? ''));
    const screened = await screenTexts(
      asked.map((index) => texts[index] ?? ''),
      this.scanner,
      { signal },
    );
    const answered = await this.ask(
      screened.map(({ text }) => `${prefix}${text}`.toWellFormed()),
      signal,
    );
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimension));
    for (const [position, vector] of answered.entries()) vectors[asked[position] ?? 0] = this.normalized(vector);
    return vectors;
  }

  private async ask(input: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]> {
    if (input.length === 0) return [];
    const { provider, endpoint, model, apiKey, timeoutMs } = this.options;
    const { path, read } = protocols[provider];
    const failed = this.failed.bind(this);
    const answer = await askServer(
      {
        address: `${endpoint.replace(/\/+$/u, '')}${path}`,
        ...{ apiKey, timeoutMs, failed },
        body: { model, input },
        texts: input,
      },
      signal,
    );
    const vectors = read(answer);
    if (vectors === undefined) throw failed('sent a response in an unexpected format');
    if (vectors.length !== input.length) {
      throw failed(`sent ${vectors.length} vectors for ${input.length} texts`);
    }
    return vectors;
  }

  private normalized(vector: readonly number[]): Float32Array {
    if (vector.length !== this.dimension) {
      throw this.failed(
        `sent a vector of ${vector.length} numbers, but search.embedding.dimension is ${this.dimension}`,
      );
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!Number.isFinite(length)) throw this.failed('sent a vector with numbers that are not finite');
    return length === 0 ? new Float32Array(vector.length) : Float32Array.from(vector, (value) => value / length);
  }

  private failed(what: string, cause?: unknown): LexichordError {
    const { provider, model } = this.options;
    return new LexichordError(
      ErrorCode.embeddingFailed,
      `The embedding server (${provider}, model ${model}) ${what}. Check search.embedding, or remove it to use the built-in embedding.`,
      { details: { provider, model }, cause },
    );
  }
}
