import { column, defineTable, type RowOf, type TableSchema } from '@lexichord/storage';

/** Raised when the meaning of a chunk's stored data changes; a table of another version is rebuilt. */
export const tableVersion = 3;

/**
 * Version of the editor's rule for text files. An index of another rule reads some files again. 1: files without a NUL
 * in their first 8,192 bytes; 2: files without a NUL.
 */
export const textRule = '2';

/** Minimum size in bytes of a file for which the two rules can differ. */
export const minRejudgedBytes = 8_193;

/** The tables of this package. All can be rebuilt from the files. */
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
  /** Hash of the file's chunks with all their searchable fields. */
  chunksHash: column.string(),
  chunks: column.int32(),
};

/** A processed file, with or without chunks. */
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
    /** Hash of all inputs of the words and the vector. */
    descriptionHash: column.string(),
    /** Index words with their counts; see `formatWordCounts`. */
    words: column.string(),
    /** The vector in bytes, as compared with queries: a quarter of the size. */
    vector: column.optional(column.byteVector(dimension)),
    /** Factor of the numbers of the vector, a 32-bit float; present if the vector is. */
    vectorScale: column.optional(column.float64()),
    /**
     * Time at which the chunk went out of use. It is kept for a while, because branches are switched back and forth.
     */
    retiredMs: column.optional(column.float64()),
  };
}

/** A stored chunk. */
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

/**
 * The tables of the index, all of which can be rebuilt, so that a repair may remove them: the way of rebuilding, by
 * name.
 */
export const derivedSearchTables: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(searchTableNames).map((name) => [name, remake]),
);

/** Number of chunks of files. */
export function countChunks(files: ReadonlyMap<string, Pick<FileRow, 'chunks'>>): number {
  return [...files.values()].reduce((sum, file) => sum + file.chunks, 0);
}
