import {
  type CallOptions,
  type EmbeddingPurpose,
  ErrorCode,
  type IEmbeddingProvider,
  LexichordError,
} from '@lexichord/abstractions';
import { z } from 'zod';

import type { RemoteEmbeddingOptions } from '../search-options.js';
import { reasonOf } from './server-reason.js';

/** A text without one of these has no word that could mean anything. */
const wordCharacter = /[\p{L}\p{N}]/u;

const loneSurrogates = /\p{Surrogate}/gu;

const openAiAnswer = z.object({
  data: z.array(z.object({ index: z.int().nonnegative(), embedding: z.array(z.number()) })),
});
const ollamaAnswer = z.object({ embeddings: z.array(z.array(z.number())) });

/** How a kind of server is asked, and what it answers. */
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
 * Embeddings from a server that speaks OpenAI's or Ollama's protocol. The texts leave the machine for the configured
 * address alone; the answer is checked before it is used.
 */
export class RemoteEmbeddingProvider implements IEmbeddingProvider {
  readonly id: string;
  readonly dimension: number;
  readonly maxChars: number;
  readonly maxBatch: number;
  readonly fusionWeight: number;

  constructor(private readonly options: RemoteEmbeddingOptions) {
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
    // A server refuses an empty text, and half of a surrogate pair, with everything else in the request.
    const asked = [...texts.keys()].filter((index) => wordCharacter.test(texts[index] ?? ''));
    const answered = await this.ask(
      asked.map((index) => `${prefix}${texts[index] ?? ''}`.replace(loneSurrogates, '\ufffd')),
      signal,
    );
    const vectors = texts.map((): Float32Array => new Float32Array(this.dimension));
    for (const [position, vector] of answered.entries()) vectors[asked[position] ?? 0] = this.normalized(vector);
    return vectors;
  }

  private async ask(input: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]> {
    if (input.length === 0) return [];
    const { timeoutMs } = this.options;
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await this.post(input, signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
      return this.read(response.status, await response.text(), input);
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof LexichordError) throw cause;
      // The error of fetch itself can hold the address with a password, or the header with the key.
      const reason = cause instanceof Error ? cause.cause : undefined;
      throw this.failed(timeout.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached', reason);
    }
  }

  private post(input: readonly string[], signal: AbortSignal): Promise<Response> {
    return fetch(this.address(), {
      method: 'POST',
      headers: this.headers(),
      body: JSON.stringify({ model: this.options.model, input }),
      signal,
      // A server that sends the texts elsewhere is not the one that was configured.
      redirect: 'manual',
    });
  }

  private read(status: number, body: string, input: readonly string[]): readonly (readonly number[])[] {
    const { provider, apiKey } = this.options;
    const answer = parsed(body);
    if (status >= 300 && status < 400) throw this.failed(`answered ${status}: it sends requests elsewhere`);
    if (status !== 200) {
      const secrets = apiKey === undefined ? [] : [apiKey];
      throw this.failed(`answered ${status}: ${reasonOf(answer, { secrets, texts: input })}`);
    }
    const vectors = protocols[provider].read(answer);
    if (vectors === undefined) throw this.failed('sent an answer of another form');
    if (vectors.length !== input.length) {
      throw this.failed(`sent ${vectors.length} vectors for ${input.length} texts`);
    }
    return vectors;
  }

  private normalized(vector: readonly number[]): Float32Array {
    if (vector.length !== this.dimension) {
      throw this.failed(`sent a vector of ${vector.length} numbers; search.embedding.dimension says ${this.dimension}`);
    }
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (!Number.isFinite(length)) throw this.failed('sent a vector with numbers that are not finite');
    return length === 0 ? new Float32Array(vector.length) : Float32Array.from(vector, (value) => value / length);
  }

  private address(): string {
    return `${this.options.endpoint.replace(/\/+$/u, '')}${protocols[this.options.provider].path}`;
  }

  private headers(): Record<string, string> {
    const { apiKey } = this.options;
    const plain = { 'content-type': 'application/json' };
    return apiKey === undefined ? plain : { ...plain, authorization: `Bearer ${apiKey}` };
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

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // Not what was asked for: whoever reads it says so. The parser's message would quote the answer.
    return undefined;
  }
}
