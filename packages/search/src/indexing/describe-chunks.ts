import { hash as hashOnce } from 'node:crypto';

import { type Chunk, type IEmbeddingProvider, isLexichordError } from '@lexichord/abstractions';
import { quantizeVector } from '@lexichord/text-index';

import type { ChunkTexts } from '../corpus/word-counts.js';
import type { ITextWorkers } from '../embedding/static/text-workers.js';
import type { ChunkDescription } from '../store/index-store.js';
import type { ChunkRow } from '../store/index-tables.js';

/** Services for describing chunks. */
export interface DescribeContext {
  readonly provider: IEmbeddingProvider;
  readonly workers: ITextWorkers;
  /** An earlier failure of the provider: it is not called again, since each failure may take until a timeout. */
  readonly earlierFailure?: string | undefined;
  /** Stored rows of the chunks' files. */
  readonly storedRows: readonly ChunkRow[];
  /** Finds the stored descriptions of other chunks, by their hashes. */
  readonly lookUp: (hashes: readonly string[]) => Promise<ReadonlyMap<string, ChunkDescription>>;
  readonly signal?: AbortSignal | undefined;
}

/** Rows for the index. */
export interface DescribedChunks {
  readonly rows: readonly ChunkRow[];
  readonly embedded: number;
  /** The failure, if some rows have no vector. */
  readonly failure?: string | undefined;
}

/**
 * Describes chunks by words and vectors; stored descriptions are used again, also from another branch. If the provider
 * fails, the chunks have only words.
 *
 * @throws the signal's reason
 */
export async function describeChunks(
  chunks: readonly Chunk[],
  { provider, workers, earlierFailure, storedRows, lookUp, signal }: DescribeContext,
): Promise<DescribedChunks> {
  const hashed = chunks.map((chunk) => ({ chunk, hash: descriptionHash(chunk) }));
  const stored = new Map<string, ChunkDescription>();
  for (const row of storedRows) if (row.vector !== undefined) stored.set(row.descriptionHash, row);
  const missing = new Set(hashed.map(({ hash }) => hash).filter((hash) => !stored.has(hash)));
  if (missing.size > 0) for (const [hash, description] of await lookUp([...missing])) stored.set(hash, description);
  const fresh = hashed.filter(({ hash }) => stored.get(hash)?.vector === undefined);

  const texts = fresh.map(({ chunk }) => textToEmbed(chunk, provider.maxChars));
  const [words, { vectors, failure }] = await Promise.all([
    workers.countWords(
      fresh.map(({ chunk }) => describedParts(chunk)),
      signal,
    ),
    earlierFailure === undefined
      ? embedAll(texts, provider, signal)
      : { vectors: [], failure: texts.length === 0 ? undefined : earlierFailure },
  ]);
  const described = new Map<string, ChunkDescription>(stored);
  for (const [index, { hash }] of fresh.entries()) {
    described.set(hash, { words: words[index] as string, ...quantized(vectors[index]) });
  }
  return {
    rows: hashed.map((one) => toRow(one, described.get(one.hash))),
    embedded: vectors.filter((vector) => vector !== undefined).length,
    failure,
  };
}

async function embedAll(
  texts: readonly string[],
  provider: IEmbeddingProvider,
  signal: AbortSignal | undefined,
): Promise<{ readonly vectors: readonly (Float32Array | undefined)[]; readonly failure?: string }> {
  const vectors: (Float32Array | undefined)[] = [];
  try {
    for (let start = 0; start < texts.length; start += provider.maxBatch) {
      vectors.push(...(await provider.embed(texts.slice(start, start + provider.maxBatch), 'document', { signal })));
    }
    return { vectors };
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return { vectors, failure: error.message };
  }
}

function toRow(
  { chunk, hash }: { readonly chunk: Chunk; readonly hash: string },
  description: ChunkDescription | undefined,
): ChunkRow {
  const { id, filePath, startLine, endLine, kind, symbol, enclosing, definitions, language, tokenCount } = chunk;
  return {
    id,
    filePath,
    startLine,
    endLine,
    kind,
    symbol,
    enclosing,
    definitions: JSON.stringify(definitions),
    language,
    tokenCount,
    descriptionHash: hash,
    words: description?.words ?? '',
    vector: description?.vector,
    vectorScale: description?.vectorScale,
  };
}

function quantized(vector: Float32Array | undefined): Pick<ChunkDescription, 'vector' | 'vectorScale'> {
  if (vector === undefined) return {};
  const { numbers, scale } = quantizeVector(vector);
  return { vector: numbers, vectorScale: scale };
}

function descriptionHash(chunk: Chunk): string {
  const parts = describedParts(chunk).map((part) => `${part.length}\n${part}`);
  return hashOnce('sha256', parts.join('')).slice(0, 32);
}

type Described = Pick<Chunk, 'filePath' | 'content' | 'enclosing' | 'definitions' | 'symbol'>;

/** All searchable texts of a chunk: path, names, content. */
export function describedParts(chunk: Described): ChunkTexts {
  return [chunk.filePath, namesOf(chunk), chunk.content];
}

/** The embedded text: the path and the names first, because a provider may cut the end. */
export function textToEmbed(chunk: Described, maxChars: number): string {
  const [path, names, content] = describedParts(chunk);
  return `${path.replaceAll(/[/.]/gu, ' ')}\n${names}\n${content}`.slice(0, maxChars);
}

function namesOf({ enclosing, definitions, symbol }: Described): string {
  return [
    ...new Set([...enclosing, ...(symbol === undefined ? [] : [symbol]), ...definitions.map(({ name }) => name)]),
  ].join(' ');
}
