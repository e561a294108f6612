import { type RowOf, type TableSchema, column, defineTable } from '@lexichord/storage';

import type { IndexedChunk } from '../corpus/chunk-record.js';
import { definedNames } from '../corpus/look-ups.js';
import { parseWordCounts } from '../corpus/word-counts.js';
import { type StoredRecord, recordColumns, toIndexedChunk } from './chunk-rows.js';
import { searchTableNames } from './index-tables.js';

/**
 * Raised when what is stored for the search of the tables changes its meaning; tables of another number are built anew.
 */
const tableVersion = 1;

/** Columns of a chunk that the tables' own search finds; the vector has the dimension of the embedding. */
function candidateColumns(dimension: number) {
  return {
    id: column.string(),
    filePath: column.string(),
    /** Of the file's chunks when this one was written; see `FileRow.chunksHash`. */
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
    /** The words as often as they count: what the full-text search reads. */
    terms: column.string(),
    /** The bytes of the stored vector as numbers. Its length is of no account: angles are compared. */
    vector: column.optional(column.vector(dimension)),
    /** Factor of the numbers of the vector; there is one where there is a vector. */
    vectorScale: column.optional(column.float64()),
  };
}

/** A chunk as the tables' own search finds it. */
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

/** Number of chunks that have a word, and of those that define it. */
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

/** The chunk of a row: the same as was stored. */
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
