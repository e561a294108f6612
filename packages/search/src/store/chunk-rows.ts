import type { ChunkKind, ChunkSymbol } from '@lexichord/abstractions';
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
] as const satisfies readonly (keyof ChunkRow)[];

type StoredChunk = Pick<ChunkRow, (typeof indexedColumns)[number]>;

/** A chunk as it is searched, from the row that holds it. */
export function toIndexedChunk({ words, vector, ...row }: StoredChunk): IndexedChunk {
  const record: ChunkRecord = {
    ...row,
    kind: row.kind as ChunkKind,
    // The table is ours, but a folder can hold anything.
    definitions: definitionsSchema.parse(JSON.parse(row.definitions)) as readonly ChunkSymbol[],
  };
  return {
    record,
    words: words === '' ? [] : words.split(' '),
    vector: vector === undefined ? undefined : Float32Array.from(vector),
  };
}
