import { createHash } from 'node:crypto';

import type { ChunkRow } from './index-tables.js';

/** Whether two chunks are equal for the search. */
export function isSameChunk(a: ChunkRow, b: ChunkRow): boolean {
  return searchableFields(a) === searchableFields(b);
}

/** Columns that {@link searchableFields} needs, and the path. */
export const searchableColumns = [
  ...(['id', 'filePath', 'kind', 'symbol', 'enclosing', 'definitions', 'language', 'tokenCount'] as const),
  ...(['descriptionHash', 'vectorScale'] as const),
];

/**
 * The searchable fields of a chunk, except words and vector, which the text of the description's hash determines; the
 * id has its lines.
 */
export function searchableFields(chunk: Omit<Pick<ChunkRow, (typeof searchableColumns)[number]>, 'filePath'>): string {
  const { id, kind, symbol, enclosing, definitions, language, tokenCount, descriptionHash, vectorScale } = chunk;
  const hasNoVector = vectorScale === undefined;
  return JSON.stringify([id, kind, symbol, enclosing, definitions, language, tokenCount, descriptionHash, hasNoVector]);
}

/** Hash of a file's chunks, for the row of the file. */
export function chunksHashOf(chunks: readonly ChunkRow[]): string {
  return hashOfChunks(chunks.map((chunk) => ({ id: chunk.id, fields: searchableFields(chunk) })));
}

/** A chunk with its {@link searchableFields}. */
export interface SearchableChunk {
  readonly id: string;
  readonly fields: string;
}

/** Hash of the chunks of a file, in any order. */
export function hashOfChunks(chunks: readonly SearchableChunk[]): string {
  const hash = createHash('sha256');
  for (const { fields } of chunks.toSorted((a, b) => (a.id < b.id ? -1 : 1))) hash.update(fields);
  return hash.digest('hex').slice(0, 32);
}
