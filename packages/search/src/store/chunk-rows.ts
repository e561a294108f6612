import type { Chunk, ChunkKind, ChunkSymbol } from '@lexichord/abstractions';
import type { QuantizedVector } from '@lexichord/text-index';
import { z } from 'zod';

import type { ChunkRecord, IndexedChunk } from '../corpus/chunk-record.js';
import type { ChunkRow } from './index-tables.js';

const definitionsSchema = z.array(z.object({ name: z.string(), kind: z.string(), line: z.number() }));

/** Columns that {@link toIndexedChunk} needs. */
export const indexedColumns = [
  'id',
  'filePath',
  'startLine',
  'endLine',
  'kind',
  'symbol',
  'enclosing',
  'definitions',
  'language',
  'tokenCount',
  'words',
  'vector',
  'vectorScale',
] as const satisfies readonly (keyof ChunkRow)[];

type StoredChunk = Pick<ChunkRow, (typeof indexedColumns)[number]>;

/** A chunk as it is searched, from the row that holds it. */
export function toIndexedChunk({ words, vector, vectorScale, ...row }: StoredChunk): IndexedChunk {
  const record: ChunkRecord = {
    ...row,
    kind: row.kind as ChunkKind,
    // The table is ours, but a folder can hold anything.
    definitions: definitionsSchema.parse(JSON.parse(row.definitions)) as readonly ChunkSymbol[],
  };
  return { record, words, vector: quantizedOf({ vector, vectorScale }) };
}

/** The same from the chunk that the row was made of: the same to the letter, so that copies of an index are alike. */
export function indexedAs(chunk: Chunk, row: ChunkRow): IndexedChunk {
  const { id, filePath, startLine, endLine, kind, symbol, enclosing, definitions, language, tokenCount } = chunk;
  const record: ChunkRecord = {
    ...{ id, filePath, startLine, endLine, kind },
    ...(symbol === undefined ? {} : { symbol }),
    enclosing,
    definitions: definitions.map((definition) => ({
      name: definition.name,
      kind: definition.kind,
      line: definition.line,
    })),
    ...{ language, tokenCount },
  };
  return { record, words: row.words, vector: quantizedOf(row) };
}

/** `undefined` unless the row has a vector and its scale. */
function quantizedOf({
  vector: numbers,
  vectorScale: scale,
}: Pick<ChunkRow, 'vector' | 'vectorScale'>): QuantizedVector | undefined {
  return numbers === undefined || scale === undefined ? undefined : { numbers, scale };
}
