import { hash } from 'node:crypto';

import {
  type CallOptions,
  type Chunk,
  type ChunkKind,
  type ChunkSymbol,
  type IEditorService,
  type IEmbeddingProvider,
  isLexichordError,
} from '@lexichord/abstractions';
import { type CheckTally, LineIndex, chunkHash, vectorOfServer } from '@lexichord/platform/internal';
import { isSameVector } from '@lexichord/text-index/internal';

import type { ITextWorkers } from '../embedding/static/text-workers.js';
import { describeChunks } from '../indexing/describe-chunks.js';
import { chunksHashOf } from '../store/searchable-fields.js';
import type { ChunkRow, FileRow } from '../store/index-tables.js';
import { indexedHash } from '../store/stored-hash.js';

/** A file of the index with all its chunks in use. */
export interface IndexedFileRows {
  readonly filePath: string;
  /** `undefined`: there is no row of the file. */
  readonly file: FileRow | undefined;
  readonly chunks: readonly ChunkRow[];
}

/** Services for comparing chunks, and the tally. */
export interface ChunkCheck extends CallOptions {
  readonly editor: IEditorService;
  readonly provider: IEmbeddingProvider;
  readonly workers: ITextWorkers;
  readonly chunkTally: CheckTally;
  readonly vectorTally: CheckTally;
}

/** A defect of a file or of one of its chunks. */
export interface ChunkProblem {
  readonly of: 'file' | 'chunk' | 'vector';
  /** Path of the file. */
  readonly filePath: string;
  /** The id of a chunk, or the path. */
  readonly subject: string;
  /** A sentence for people. */
  readonly problem: string;
}

const changedSince = 'of files that have changed since, or that cannot be read';

/** The difference between a file's row and its chunks; `undefined` if they agree. */
export function problemOfFile({ filePath, file, chunks }: IndexedFileRows): ChunkProblem | undefined {
  const found = (problem: string): ChunkProblem => ({ of: 'file', filePath, subject: filePath, problem });
  if (file === undefined) return found('It has chunks but no row in the table of files.');
  if (file.chunks !== chunks.length) return found(`It has ${chunks.length} chunks, but its row states ${file.chunks}.`);
  return file.chunksHash === chunksHashOf(chunks)
    ? undefined
    : found('Its chunks differ from those that were written.');
}

/**
 * Compares chunks with the lines of their files, and with words and vectors made from these. Files are read through the
 * guard.
 */
export async function compareChunks(
  files: readonly IndexedFileRows[],
  check: ChunkCheck,
): Promise<readonly ChunkProblem[]> {
  const problems: ChunkProblem[] = [];
  const read: { readonly row: ChunkRow; readonly chunk: Chunk }[] = [];
  for (const { file, chunks } of files) {
    const content = await contentOf(file, check);
    if (content === undefined) {
      check.chunkTally.leave(changedSince, chunks.length);
      check.vectorTally.leave(changedSince, chunks.length);
      continue;
    }
    const lines = new LineIndex(content);
    check.chunkTally.count(chunks.length);
    for (const row of chunks) {
      const chunk = chunkOf(row, lines);
      if (typeof chunk === 'string')
        problems.push({ of: 'chunk', filePath: row.filePath, subject: row.id, problem: chunk });
      else read.push({ row, chunk });
    }
  }
  return [...problems, ...(await compareDescriptions(read, check))];
}

/** The indexed text of a file; `undefined` if the file has changed. */
async function contentOf(file: FileRow | undefined, { editor, signal }: ChunkCheck): Promise<string | undefined> {
  const indexed = file && indexedHash(file);
  if (file === undefined || indexed === undefined) return undefined;
  try {
    const { content } = await editor.getDocument(file.filePath, { signal });
    return hash('sha256', content, 'hex') === indexed ? content : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (isLexichordError(error)) return undefined;
    throw error;
  }
}

/** A chunk with its text, or the problem with it. */
function chunkOf(row: ChunkRow, lines: LineIndex): Chunk | string {
  const { id, filePath, startLine, endLine, kind, symbol, enclosing, language, tokenCount } = row;
  const content = lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
  if (id !== `${filePath}:${startLine}-${endLine}@${chunkHash(content)}`) return 'It does not match its lines.';
  const definitions = definitionsOf(row);
  if (definitions === undefined) return 'Its definitions cannot be read.';
  return {
    ...{ id, filePath, startLine, endLine, content, tokenCount },
    ...{ kind: kind as ChunkKind, symbol, enclosing, definitions, language },
  };
}

function definitionsOf({ definitions }: ChunkRow): readonly ChunkSymbol[] | undefined {
  try {
    const value: unknown = JSON.parse(definitions);
    return Array.isArray(value) ? (value as readonly ChunkSymbol[]) : undefined;
  } catch {
    return undefined;
  }
}

async function compareDescriptions(
  read: readonly { readonly row: ChunkRow; readonly chunk: Chunk }[],
  { provider, workers, vectorTally, signal }: ChunkCheck,
): Promise<readonly ChunkProblem[]> {
  if (read.length === 0) return [];
  const isRepeatable = provider.isRepeatable === true;
  const { rows } = await describeChunks(
    read.map(({ chunk }) => chunk),
    {
      ...{ provider, workers, signal },
      storedRows: [],
      lookUp: () => Promise.resolve(new Map()),
      ...(isRepeatable ? {} : { earlierFailure: vectorOfServer }),
    },
  );
  return read.flatMap(({ row }, index): readonly ChunkProblem[] => {
    const { filePath, id: subject } = row;
    const expected = rows[index];
    const problem = expected && difference(row, expected);
    if (problem !== undefined) return [{ of: 'chunk', filePath, subject, problem }];
    // A failure of the provider leaves chunks without a vector; the next update adds it.
    if (row.vector === undefined) return [];
    if (!isRepeatable) {
      vectorTally.leave(vectorOfServer);
      return [];
    }
    vectorTally.count();
    const { vector, vectorScale } = expected ?? {};
    if (vector !== undefined && vectorScale === row.vectorScale && isSameVector(row.vector, vector)) return [];
    return [{ of: 'vector', filePath, subject, problem: 'Its vector does not match its text.' }];
  });
}

/** The first searchable field of a chunk that does not match its text. */
function difference(row: ChunkRow, expected: ChunkRow): string | undefined {
  if (row.descriptionHash !== expected.descriptionHash) return 'Its description does not match its lines.';
  if (row.words !== expected.words) return 'Its words do not match its text.';
  return row.definitions === expected.definitions ? undefined : 'Its definitions do not match its text.';
}
