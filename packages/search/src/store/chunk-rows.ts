import type { Chunk, ChunkKind, ChunkSymbol } from '@lexichord/abstractions';
import type { QuantizedVector } from '@lexichord/text-index';
import { ownCopy } from '@lexichord/text-index/internal';
import { z } from 'zod';

import type { ChunkRecord, IndexedChunk } from '../corpus/chunk-record.js';
import type { ChunkRow } from './index-tables.js';

const definitionsSchema = z.array(z.object({ name: z.string(), kind: z.string(), line: z.number() }));

/** Columns that {@link toChunkRecord} needs. */
export const recordColumns = [
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
] as const satisfies readonly (keyof ChunkRow)[];

/** Columns that {@link toIndexedChunk} needs. */
export const indexedColumns = [
  ...recordColumns,
  'words',
  'vector',
  'vectorScale',
] as const satisfies readonly (keyof ChunkRow)[];

/** The columns of a row for a record. */
export type StoredRecord = Pick<ChunkRow, (typeof recordColumns)[number]>;

type StoredChunk = Pick<ChunkRow, (typeof indexedColumns)[number]>;

/** Makes a searchable chunk from its row. */
export function toIndexedChunk({ words, vector, vectorScale, ...row }: StoredChunk): IndexedChunk {
  return { record: toChunkRecord(row), words, vector: quantizedOf({ vector, vectorScale }) };
}

/** The record of a chunk, from its row. */
export function toChunkRecord(row: StoredRecord): ChunkRecord {
  return recordOf({
    ...row,
    kind: row.kind as ChunkKind,
    // The data in a folder is not trusted.
    definitions: definitionsSchema.parse(JSON.parse(row.definitions)) as readonly ChunkSymbol[],
  });
}

/**
 * Makes exactly the same as {@link toIndexedChunk} from the row's original chunk, so that copies of an index are equal.
 */
export function indexedAs(chunk: Chunk, row: ChunkRow): IndexedChunk {
  return { record: recordOf({ ...chunk, ...ownNames(chunk) }), words: row.words, vector: quantizedOf(row) };
}

/** Copies the names, so that they do not keep the file's text in memory. */
function ownNames({ symbol, enclosing, definitions }: Chunk): Pick<Chunk, 'symbol' | 'enclosing' | 'definitions'> {
  return {
    symbol: symbol === undefined ? undefined : ownCopy(symbol),
    enclosing: enclosing.map(ownCopy),
    definitions: definitions.map(({ name, kind, line }) => ({ name: ownCopy(name), kind, line })),
  };
}

/** The record of a chunk, without other properties of the object. */
function recordOf(chunk: ChunkRecord): ChunkRecord {
  const { id, filePath, startLine, endLine, kind, symbol, enclosing, definitions, language, tokenCount } = chunk;
  return {
    ...{ id, filePath, startLine, endLine, kind },
    ...(symbol === undefined ? {} : { symbol }),
    ...{ enclosing, definitions, language, tokenCount },
  };
}

/** `undefined` unless the row has a vector and its scale. */
function quantizedOf({
  vector: numbers,
  vectorScale: scale,
}: Pick<ChunkRow, 'vector' | 'vectorScale'>): QuantizedVector | undefined {
  return numbers === undefined || scale === undefined ? undefined : { numbers, scale };
}
