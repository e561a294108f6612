import {
  type CallOptions,
  type DocumentSnapshot,
  ErrorCode,
  type IEditorService,
  type NamedPlace,
  type SearchHit,
  hasReplacements,
  isLexichordError,
} from '@lexichord/abstractions';
import { chunkHash, linesOf } from '@lexichord/platform/internal';

import type { ChunkRecord } from '../corpus/chunk-record.js';

import { bentScore } from '../ranking/bent-score.js';
import type { RankedChunk } from '../ranking/rank-candidates.js';
import { definitionPart, definitionParts } from './definition-part.js';

/** Services for reading hits. */
export interface ReadHitsContext extends CallOptions {
  readonly topK: number;
  readonly editor: IEditorService;
  /** Chunks of all files, by path and line. Absent: hits lack their part number in a definition. */
  readonly records?: readonly ChunkRecord[] | undefined;
  /** Whether the other parts of definitions are read, too. */
  readonly withRest?: boolean | undefined;
}

/** Hits with their text. */
export interface ReadHits {
  readonly hits: readonly SearchHit[];
  /** See `SearchResult.rest`; without changed ones. */
  readonly rest: readonly SearchHit[];
  /** Files whose lines differ from the indexed ones, sorted. */
  readonly changed: readonly string[];
  /** Files of hits with U+FFFD instead of bytes that are not UTF-8, sorted. */
  readonly undecoded: readonly string[];
}

/** Failures that show a change of the file since it was indexed. */
const goneCodes: ReadonlySet<string> = new Set([
  ErrorCode.notFound,
  ErrorCode.pathDenied,
  ErrorCode.fileTooLarge,
  ErrorCode.binaryFile,
  ErrorCode.invalidArgument,
  ErrorCode.ioFailed,
]);

/** Reads the present text of the best chunks. Best first. */
export async function readHits(
  ranked: readonly RankedChunk[],
  { topK, editor, records = [], withRest = false, signal }: ReadHitsContext,
): Promise<ReadHits> {
  const hits: SearchHit[] = [];
  const shown: RankedChunk[] = [];
  const changed = new Set<string>();
  const undecoded = new Set<string>();
  const documents = new Documents(editor, signal);
  // Reads as many at once as are missing; further ones only for changed chunks.
  for (let next = 0; next < ranked.length && hits.length < topK;) {
    const wanted = ranked.slice(next, next + topK - hits.length);
    next += wanted.length;
    const texts = await Promise.all(wanted.map(({ record }) => readChunk(record, documents)));
    for (const [index, chunk] of wanted.entries()) {
      const { filePath } = chunk.record;
      const text = texts[index];
      if (text === undefined) changed.add(filePath);
      else {
        hits.push(toHit(chunk, text.content, records));
        shown.push(chunk);
      }
      if (text?.isUndecoded === true) undecoded.add(filePath);
    }
  }
  const rest = withRest ? await readRest(shown, records, documents) : [];
  return { hits, rest, changed: [...changed].sort(), undecoded: [...undecoded].sort() };
}

/** Reads the other parts of definitions, whose files were already read for the hits. */
async function readRest(
  shown: readonly RankedChunk[],
  records: readonly ChunkRecord[],
  documents: Documents,
): Promise<readonly SearchHit[]> {
  const rest: SearchHit[] = [];
  const seen = new Set<string>();
  for (const { record: own, score } of shown) {
    for (const record of definitionParts(own, records)) {
      if (record.id === own.id || seen.has(record.id)) continue;
      seen.add(record.id);
      const text = await readChunk(record, documents);
      if (text !== undefined) rest.push(toHit({ record, score, relevance: 0, parts: [] }, text.content, records));
    }
  }
  return rest;
}

/** The text of a chunk, and whether it has replacements for bytes that are not UTF-8. */
interface ChunkText {
  readonly content: string;
  readonly isUndecoded: boolean;
}

/** Reads each document once: a file often has several hits. */
class Documents {
  private readonly read = new Map<string, Promise<DocumentSnapshot>>();

  constructor(
    private readonly editor: IEditorService,
    private readonly signal: AbortSignal | undefined,
  ) {}

  at(path: string): Promise<DocumentSnapshot> {
    let document = this.read.get(path);
    if (document === undefined) {
      document = this.editor.getDocument(path, { signal: this.signal });
      this.read.set(path, document);
    }
    return document;
  }
}

/** Reads a chunk; `undefined` when its lines differ from the indexed ones. */
async function readChunk(
  { id, filePath, startLine, endLine }: ChunkRecord,
  documents: Documents,
): Promise<ChunkText | undefined> {
  try {
    const document = await documents.at(filePath);
    const lines = linesOf(document);
    const content = lines.content.slice(lines.start(startLine - 1), lines.start(endLine));
    if (!id.endsWith(`@${chunkHash(content)}`)) return undefined;
    return { content, isUndecoded: hasReplacements(document, content) };
  } catch (error) {
    if (isLexichordError(error) && goneCodes.has(error.code)) return undefined;
    throw error;
  }
}

/** Whether a name still occurs in its line. */
export async function isInLine(
  { name, filePath, line }: NamedPlace,
  editor: IEditorService,
  { signal }: CallOptions,
): Promise<boolean> {
  try {
    return linesOf(await editor.getDocument(filePath, { signal }))
      .text(line - 1)
      .includes(name);
  } catch (error) {
    if (isLexichordError(error) && goneCodes.has(error.code)) return false;
    throw error;
  }
}

function toHit(
  { record, score: sum, parts }: RankedChunk,
  content: string,
  records: readonly ChunkRecord[],
): SearchHit {
  const score = bentScore(sum);
  const factor = sum <= 0 ? 0 : score / sum;
  const { filePath, startLine, endLine, enclosing, symbol, kind, definitions, tokenCount, language } = record;
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
    definitions,
    tokenCount,
    ...definitionPart(record, records),
    parts: parts.map((part) => ({ ...part, score: part.score * factor })),
  };
}
