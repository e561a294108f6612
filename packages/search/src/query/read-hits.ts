import {
  type CallOptions,
  type DocumentSnapshot,
  ErrorCode,
  type IEditorService,
  type SearchHit,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex, chunkHash } from '@lexichord/platform/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';

import type { RankedChunk } from '../ranking/rank-candidates.js';
import { definitionPart } from './definition-part.js';

/** What reading needs. */
export interface ReadHitsContext extends CallOptions {
  readonly topK: number;
  readonly editor: IEditorService;
  /** Chunks of all files, by path and line. Absent: hits do not tell which parts they are. */
  readonly records?: readonly ChunkRecord[] | undefined;
}

/** Hits with their text. */
export interface ReadHits {
  readonly hits: readonly SearchHit[];
  /** Files whose lines are no longer those that were indexed, sorted. */
  readonly changed: readonly string[];
}

/** Failures that mean: the file is not what it was when it was indexed. */
const goneCodes: ReadonlySet<string> = new Set([
  ErrorCode.notFound,
  ErrorCode.pathDenied,
  ErrorCode.fileTooLarge,
  ErrorCode.binaryFile,
  ErrorCode.invalidArgument,
  ErrorCode.ioFailed,
]);

/** The text of the best chunks, as it is in their files now. Best first. */
export async function readHits(
  ranked: readonly RankedChunk[],
  { topK, editor, records = [], signal }: ReadHitsContext,
): Promise<ReadHits> {
  const hits: SearchHit[] = [];
  const changed = new Set<string>();
  // As many at once as are still wanted; more only for those that turn out to have changed.
  for (let next = 0; next < ranked.length && hits.length < topK;) {
    const wanted = ranked.slice(next, next + topK - hits.length);
    next += wanted.length;
    const contents = await Promise.all(wanted.map(({ record }) => readChunk(record, editor, signal)));
    for (const [index, chunk] of wanted.entries()) {
      const content = contents[index];
      if (content === undefined) changed.add(chunk.record.filePath);
      else hits.push(toHit(chunk, content, records));
    }
  }
  return { hits, changed: [...changed].sort() };
}

/** `undefined` when the lines are no longer the ones that were indexed. */
async function readChunk(
  { id, filePath, startLine, endLine }: ChunkRecord,
  editor: IEditorService,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const lines = linesOf(await editor.getDocument(filePath, { signal }));
    const content = lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
    return id.endsWith(`@${chunkHash(content)}`) ? content : undefined;
  } catch (error) {
    if (isLexichordError(error) && goneCodes.has(error.code)) return undefined;
    throw error;
  }
}

/** Several hits are often of one file, and the next query finds the same files. */
const knownLines = new WeakMap<DocumentSnapshot, LineIndex>();

function linesOf(document: DocumentSnapshot): LineIndex {
  let lines = knownLines.get(document);
  if (lines === undefined) knownLines.set(document, (lines = new LineIndex(document.content)));
  return lines;
}

function toHit(
  { record, score: sum, parts }: RankedChunk,
  content: string,
  records: readonly ChunkRecord[],
): SearchHit {
  const { score, factor } = toShare(sum);
  const { filePath, startLine, endLine, enclosing, symbol, kind, language } = record;
  const headingPath = symbol === undefined || enclosing.at(-1) === symbol ? enclosing : [...enclosing, symbol];
  return {
    filePath,
    startLine,
    endLine,
    content,
    score,
    headingPath,
    language,
    kind,
    symbol,
    enclosing,
    part: definitionPart(record, records),
    parts: parts.map((part) => ({ ...part, score: part.score * factor })),
  };
}

/** The signals can add up to more than 1: the sum is bent to between 0 and 1, and the parts in proportion to it. */
function toShare(sum: number): { readonly score: number; readonly factor: number } {
  if (sum <= 0) return { score: 0, factor: 0 };
  const score = 1 - Math.exp(-sum);
  return { score, factor: score / sum };
}
