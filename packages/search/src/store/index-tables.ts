import { column, defineTable, type RowOf, type TableSchema } from '@lexichord/storage';

/** Raised when what is stored of a chunk changes its meaning; a table of another number is built anew. */
export const tableVersion = 3;

/**
 * Which files are taken for text, as the editor has it. An index of another rule reads some files once more. 1: those
 * without a NUL in their first 8,192 bytes; 2: those without one.
 */
export const textRule = '2';

/** Whether such a file may be judged otherwise than by the rule before, by its size in bytes. */
export const minRejudgedBytes = 8_193;

/** The tables of this package. All can be made again from the files. */
export const searchTableNames = {
  files: 'search-files',
  chunks: 'search-chunks',
  symbols: 'search-symbols',
  candidates: 'search-candidates',
  words: 'search-words',
} as const;

const fileColumns = {
  filePath: column.string(),
  sizeBytes: column.float64(),
  modifiedMs: column.float64(),
  contentHash: column.string(),
  /** Of the file's chunks with all that they are found by. */
  chunksHash: column.string(),
  chunks: column.int32(),
};

/** A file that has been dealt with, whether or not it gave chunks. */
export type FileRow = RowOf<typeof fileColumns>;

export const fileTable: TableSchema<FileRow> = defineTable({
  name: searchTableNames.files,
  version: tableVersion,
  columns: fileColumns,
  key: 'filePath',
  derived: true,
});

/** Columns of a chunk; the vector has the dimension of the embedding. */
function chunkColumns(dimension: number) {
  return {
    id: column.string(),
    filePath: column.string(),
    startLine: column.int32(),
    endLine: column.int32(),
    kind: column.string(),
    symbol: column.optional(column.string()),
    enclosing: column.stringList(),
    /** JSON of `ChunkSymbol[]`. */
    definitions: column.string(),
    language: column.string(),
    tokenCount: column.int32(),
    /** Of all that the words and the vector are made from. */
    descriptionHash: column.string(),
    /** Index words with their counts; see `formatWordCounts`. */
    words: column.string(),
    /** In bytes, as it is compared with queries: a quarter of the size, and nothing else is made of it. */
    vector: column.optional(column.byteVector(dimension)),
    /** Factor of the numbers of the vector, a 32-bit float. There is one where there is a vector. */
    vectorScale: column.optional(column.float64()),
    /** When the chunk went out of use. It is kept for a while, because branches are switched back and forth. */
    retiredMs: column.optional(column.float64()),
  };
}

/** A chunk as it is stored. */
export type ChunkRow = RowOf<ReturnType<typeof chunkColumns>>;

export function chunkTable(dimension: number): TableSchema<ChunkRow> {
  return defineTable({
    name: searchTableNames.chunks,
    version: tableVersion,
    columns: chunkColumns(dimension),
    key: 'id',
    derived: true,
  });
}

const remake = 'The next search or "lexichord index" rebuilds it.';

/** The tables of the index, all of which can be made again: a repair may remove them. By name, what makes each again. */
export const derivedSearchTables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(searchTableNames).map((name) => [name, remake]),
);

/** Number of chunks of files. */
export function countChunks(files: ReadonlyMap<string, Pick<FileRow, 'chunks'>>): number {
  return [...files.values()].reduce((sum, file) => sum + file.chunks, 0);
}
