import { hash } from 'node:crypto';

import {
  type CallOptions,
  type Chunk,
  ErrorCode,
  type IChunker,
  type IEditorService,
  type ISymbolExtractor,
  isLexichordError,
  type ListedFile,
  type UnindexedFile,
} from '@lexichord/abstractions';
import { pMapIterable } from 'p-map';

import type { FileRow } from '../store/index-tables.js';
import { isStored, unread } from '../store/stored-hash.js';
import { encodeSymbols } from '../symbols/symbol-row.js';

/** Limits of reading and cutting files ahead of describing them: enough to keep the parser busy. */
const readAheadLimits = { filesAtOnce: 32, files: 192, bytes: 8_000_000 };

/** A read file with its chunks. */
export interface ReadFile {
  readonly file: ListedFile;
  readonly contentHash: string;
  /** Whether a change of the content would change size or time. */
  readonly isSettled: boolean;
  /** `undefined` when the content is the same as in the index. */
  readonly chunks: readonly Chunk[] | undefined;
  /** See `encodeSymbols`; absent for a file that has none. */
  readonly symbols?: string | undefined;
  /** The reason for having no chunks, if it is to be reported. */
  readonly skipped?: UnindexedFile | undefined;
}

/** Services for reading files. */
export interface ReadContext extends CallOptions {
  readonly editor: IEditorService;
  readonly chunker: IChunker;
  readonly extractor?: ISymbolExtractor | undefined;
  readonly indexedFiles: ReadonlyMap<string, FileRow>;
  /** Larger files are not indexed. */
  readonly maxFileSizeBytes: number;
  /** Time before the files were listed. */
  readonly now: number;
}

/** Reads files and cuts them, several at a time, in their order. */
export function readFiles(files: AsyncIterable<ListedFile>, context: ReadContext): AsyncGenerator<ReadFile> {
  return readAhead(files, (file) => readFile(file, context), readAheadLimits);
}

/**
 * Reads a file and cuts it, unless its content is the same as in the index. An unreadable file is a result, too: it
 * must not stop the others.
 *
 * @throws the signal's reason
 */
async function readFile(file: ListedFile, context: ReadContext): Promise<ReadFile> {
  const { editor, chunker, extractor, indexedFiles, maxFileSizeBytes, signal } = context;
  const { relativePath: filePath, sizeBytes } = file;
  if (sizeBytes > maxFileSizeBytes) return without(file, ErrorCode.fileTooLarge, context);
  try {
    const { content, language, isUnsaved } = await editor.getDocument(filePath, { signal });
    const contentHash = hash('sha256', content, 'hex');
    // An unsaved text does not have the file's size and time.
    const isSettled = !isUnsaved && !isRecent(file, context);
    if (isStored(contentHash, indexedFiles.get(filePath))) return { file, contentHash, isSettled, chunks: undefined };
    const source = { filePath, content, language };
    // Both are made from one parse.
    const [{ chunks }, symbols] = await Promise.all([
      chunker.chunk(source, { signal }),
      extractor?.extract(source, { signal }),
    ]);
    const wholeLines = chunks.filter((chunk) => !isOneLinePart(chunk));
    const isLeftOut = wholeLines.length === 0 && chunks.length > 0;
    const skipped = isLeftOut ? { filePath, reason: 'line-too-long' } : undefined;
    const encoded = symbols === undefined ? undefined : encodeSymbols(symbols);
    return { file, contentHash, isSettled, chunks: wholeLines, symbols: encoded, skipped };
  } catch (error) {
    signal?.throwIfAborted();
    return without(file, isLexichordError(error) ? error.code : ErrorCode.internal, context);
  }
}

/** Mostly a piece of a line larger than a chunk: data or minified code, whose middle is not useful. */
function isOneLinePart({ startLine, endLine, part }: Chunk): boolean {
  return part !== undefined && startLine === endLine;
}

/** Reasons that are not reported, such as a picture, or a file that the guard denies. */
const unspoken: ReadonlySet<string> = new Set([ErrorCode.binaryFile, ErrorCode.pathDenied, ErrorCode.notFound]);

function without(file: ListedFile, reason: string, context: ReadContext): ReadFile {
  const skipped = unspoken.has(reason) ? undefined : { filePath: file.relativePath, reason };
  const contentHash = unread(reason);
  const isAsBefore = isStored(contentHash, context.indexedFiles.get(file.relativePath));
  return { file, contentHash, isSettled: !isRecent(file, context), chunks: isAsBefore ? undefined : [], skipped };
}

/** Age below which a file may be written again without a new modification time. */
const settledAfterMs = 2_000;

/** Whether a file may be written again without a new modification time. */
export function isRecent({ modifiedMs }: ListedFile, { now }: { readonly now: number }): boolean {
  return now - modifiedMs < settledAfterMs;
}

/** Limits of reading ahead of the consumer. */
interface ReadAheadLimits {
  /** Files being read. */
  readonly filesAtOnce: number;
  /** Files being read, and read files not consumed yet. */
  readonly files: number;
  /** Bytes of these; a larger file is read when there is no other. */
  readonly bytes: number;
}

/** Reads files ahead of the consumer, in their order, within limits that bound the memory. */
export async function* readAhead<Read>(
  files: AsyncIterable<ListedFile>,
  read: (file: ListedFile) => Promise<Read>,
  limits: ReadAheadLimits,
): AsyncGenerator<Read> {
  let bytesAhead = 0;
  let goOn: (() => void) | undefined;

  async function* asThereIsRoom(): AsyncGenerator<ListedFile> {
    for await (const file of files) {
      while (bytesAhead > 0 && bytesAhead + file.sizeBytes > limits.bytes) {
        await new Promise<void>((resolve) => (goOn = resolve));
      }
      bytesAhead += file.sizeBytes;
      yield file;
    }
  }

  const results = pMapIterable(
    asThereIsRoom(),
    async (file) => ({ sizeBytes: file.sizeBytes, result: await read(file) }),
    { concurrency: limits.filesAtOnce, backpressure: limits.files },
  );
  for await (const { sizeBytes, result } of results) {
    bytesAhead -= sizeBytes;
    goOn?.();
    yield result;
  }
}
