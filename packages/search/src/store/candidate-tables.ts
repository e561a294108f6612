import { type RowOf, type TableSchema, column, defineTable } from '@lexichord/storage';

import type { IndexedChunk } from '../corpus/chunk-record.js';
import { definedNames } from '../corpus/look-ups.js';
import { parseWordCounts } from '../corpus/word-counts.js';
import { type StoredRecord, recordColumns, toIndexedChunk } from './chunk-rows.js';
import { searchTableNames } from './index-tables.js';

/** Raised when the meaning of the stored data changes; tables of another version are rebuilt. */
const tableVersion = 1;

/** Columns of a chunk for the search in tables; the vector has the dimension of the embedding. */
function candidateColumns(dimension: number) {
  return {
    id: column.string(),
    filePath: column.string(),
    /** Hash of the file's chunks when this one was written; see `FileRow.chunksHash`. */
    chunksHash: column.string(),
    startLine: column.int32(),
    endLine: column.int32(),
    kind: column.string(),
    symbol: column.optional(column.string()),
    enclosing: column.stringList(),
    /** JSON of `ChunkSymbol[]`. */
    definitions: column.string(),
    /** Their names, each once, in small letters. */
    names: column.stringList(),
    language: column.string(),
    tokenCount: column.int32(),
    /** Index words with their counts; see `formatWordCounts`. */
    words: column.string(),
    /** The words, repeated by their counts, for the full-text search. */
    terms: column.string(),
    /** The bytes of the stored vector as numbers. Its length is irrelevant: angles are compared. */
    vector: column.optional(column.vector(dimension)),
    /** Factor of the numbers of the vector; present if the vector is. */
    vectorScale: column.optional(column.float64()),
  };
}

/** A chunk for the search in tables. */
export type CandidateRow = RowOf<ReturnType<typeof candidateColumns>>;

export function candidateTable(dimension: number): TableSchema<CandidateRow> {
  return defineTable({
    name: searchTableNames.candidates,
    version: tableVersion,
    columns: candidateColumns(dimension),
    key: 'id',
    textColumns: ['terms'],
    indexedColumns: ['vector', 'filePath'],
    derived: true,
  });
}

const wordColumns = {
  /** A word of the index, or the name of a definition in small letters: most names are both. */
  word: column.string(),
  /** Number of chunks that have it as a word. */
  chunks: column.int32(),
  /** Number of chunks that define it. */
  definers: column.int32(),
};

/** A word with the numbers of chunks that have it and that define it. */
export type WordRow = RowOf<typeof wordColumns>;

export const wordTable: TableSchema<WordRow> = defineTable({
  name: searchTableNames.words,
  version: tableVersion,
  columns: wordColumns,
  key: 'word',
  derived: true,
});

/** Columns that {@link candidateChunk} needs. */
export const candidateChunkColumns = [
  ...recordColumns,
  ...(['chunksHash', 'words', 'vector', 'vectorScale'] as const),
] as const satisfies readonly (keyof CandidateRow)[];

/** The row of a chunk. */
export function candidateRow({ record, words, vector }: IndexedChunk, chunksHash: string): CandidateRow {
  return {
    ...storedRecord(record),
    ...{ chunksHash, words, names: definedNames(record), terms: termsOf(words) },
    ...(vector === undefined || vector.scale === 0
      ? {}
      : { vector: Float32Array.from(vector.numbers), vectorScale: vector.scale }),
  };
}

/** Restores the chunk of a row. */
export function candidateChunk({
  vector,
  ...row
}: Pick<CandidateRow, (typeof candidateChunkColumns)[number]>): IndexedChunk {
  return toIndexedChunk({ ...row, vector: vector === undefined ? undefined : Int8Array.from(vector) });
}

function storedRecord({ definitions, ...record }: IndexedChunk['record']): StoredRecord {
  return { ...record, definitions: JSON.stringify(definitions) };
}

function termsOf(words: string): string {
  return parseWordCounts(words)
    .flatMap(({ count, words: some }) =>
      some.flatMap((word) => Array<string>(Math.min(count, maxRepetitions)).fill(word)),
    )
    .join(' ');
}

/** Maximum count of a word in a chunk: further occurrences add nothing, and there may be many thousands. */
const maxRepetitions = 32;
