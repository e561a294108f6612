import {
  type CallOptions,
  type IEditorService,
  type LineRange,
  isFromGit,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex, findChunkLines } from '@lexichord/platform/internal';
import { hasSecretPlaceholder } from '@lexichord/secrets/internal';

import type { RecordedChunk } from './find-chunk.js';

/** Whether a chunk's lines are still in its file. */
export interface ChunkVerification {
  readonly chunk: RecordedChunk;
  /** `not-checked`: it has no file to compare with, or is a piece of a line. */
  readonly status: 'pass' | 'changed' | 'missing' | 'not-checked';
  /** The lines' present range, when they have moved. */
  readonly movedTo?: LineRange | undefined;
  readonly message: string;
  /** The first and the last line of the range in the present file. */
  readonly lines?: readonly (readonly [line: number, text: string])[] | undefined;
}

/**
 * Compares chunks with their present files, by the hashes in their ids (T-016, troubleshooting 5). Each file is read
 * once.
 *
 * @throws the signal's reason
 */
export async function verifyChunks(
  chunks: readonly RecordedChunk[],
  editor: IEditorService,
  { signal }: CallOptions,
): Promise<readonly ChunkVerification[]> {
  const files = new Map<string, Promise<FileContent>>();
  const fileOf = (path: string): Promise<FileContent> => {
    const file = files.get(path) ?? readFile(path, editor, signal);
    files.set(path, file);
    return file;
  };
  return Promise.all(chunks.map(async (chunk) => notCheckable(chunk) ?? compare(chunk, await fileOf(chunk.filePath))));
}

/** The lines of a file, or the reason why it cannot be read. */
type FileContent = LineIndex | string;

async function readFile(path: string, editor: IEditorService, signal: AbortSignal | undefined): Promise<FileContent> {
  try {
    return new LineIndex(await editor.getContent(path, { signal }));
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return error.message;
  }
}

function notCheckable(chunk: RecordedChunk): ChunkVerification | undefined {
  if (chunk.filePath.startsWith('tool:')) {
    return { chunk, status: 'not-checked', message: 'It is the output of a tool, not of a file.' };
  }
  if (isFromGit(chunk)) {
    return { chunk, status: 'not-checked', message: 'It is a change from git, not the lines of a file.' };
  }
  if (hasSecretPlaceholder(chunk.filePath)) {
    return { chunk, status: 'not-checked', message: 'Its recorded path has a placeholder for a secret. Pack again.' };
  }
  if (chunk.part !== undefined && chunk.partOf === undefined && chunk.startLine === chunk.endLine) {
    return { chunk, status: 'not-checked', message: 'It is a part of a long line.' };
  }
  return undefined;
}

function compare(chunk: RecordedChunk, file: FileContent): ChunkVerification {
  if (typeof file === 'string') return { chunk, status: 'missing', message: file };
  const { hash, ...hashed } = hashedLinesOf(chunk);
  const { startLine, endLine } = chunk;
  const ends = [...new Set([startLine, endLine])].filter((line) => line <= file.count);
  const lines = ends.map((line) => [line, file.text(line - 1)] as const);
  const { range: movedTo, isPartial } = findChunkLines(file, hashed, hash);
  if (movedTo === hashed) return { chunk, status: 'pass', lines, message: 'The lines are unchanged.' };
  const elsewhere = isPartial ? ', and is too long for a complete search' : '';
  const message =
    movedTo === undefined
      ? `The file now has other text there${elsewhere}. Pack again.`
      : `The lines have moved to ${movedTo.startLine}-${movedTo.endLine}. Pack again.`;
  return { chunk, status: 'changed', movedTo, lines, message };
}

/** The lines and hash in the id, which are those of the whole chunk even when it was shortened. */
function hashedLinesOf({ id, startLine, endLine }: RecordedChunk): LineRange & { readonly hash: string } {
  const { start, end, hash = '' } = /:(?<start>\d+)-(?<end>\d+)@(?<hash>[0-9a-f]+)$/u.exec(id)?.groups ?? {};
  return { startLine: Number(start ?? startLine), endLine: Number(end ?? endLine), hash };
}
