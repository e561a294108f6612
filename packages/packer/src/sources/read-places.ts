import {
  type Anchor,
  type CallOptions,
  type Chunk,
  type ContextSource,
  type DocumentSnapshot,
  type IChunker,
  type IEditorService,
  type ILogger,
  type LineRange,
  type SourceType,
  isLexichordError,
} from '@lexichord/abstractions';
import { LineIndex, groupBy } from '@lexichord/platform/internal';
import pLimit from 'p-limit';

import { definitionOf } from '../chunk/excerpt-chunk.js';
import type { NamedPlace } from './named-files.js';

/** Services for reading code locations. */
export interface ReadContext extends CallOptions {
  readonly editor: IEditorService;
  readonly chunker: IChunker;
  readonly log: ILogger;
  /** Type of the sources. Absent: `search-result`. */
  readonly sourceType?: SourceType | undefined;
  /** Order of the first place. Absent: 0. */
  readonly firstOrder?: number | undefined;
  /** Called for each named line that its file does not have. */
  readonly onMissingLine?: ((missing: MissingLine) => void) | undefined;
}

/** A named line beyond the end of its file, and the number of lines of the file. */
export interface MissingLine {
  readonly path: string;
  readonly line: number;
  readonly lineCount: number;
}

/** A place with its index among all places. */
interface OrderedPlace extends NamedPlace {
  readonly order: number;
}

/** Relevance scores. A named line is certainly relevant to the task, a named file probably. */
const scores = { line: 1, file: 0.8 };

/** Number of files that are read and cut concurrently. */
const filesAtOnce = 4;

/**
 * Reads the chunks around each named line, and the whole of each file that is named without a line. Unreadable files
 * are skipped, because the user did not request them.
 *
 * @returns sources in the order of the places' files, then by line
 * @throws the signal's reason
 */
export async function readPlaces(
  places: readonly NamedPlace[],
  context: ReadContext,
): Promise<readonly ContextSource[]> {
  const { firstOrder = 0 } = context;
  const ordered = places.map((place, index): OrderedPlace => ({ ...place, order: firstOrder + index }));
  const byFile = groupBy(ordered, ({ path }) => path);
  const takeTurn = pLimit(filesAtOnce);
  const sources = [...byFile].map(([path, named]) => takeTurn(() => readFile(path, named, context)));
  return (await Promise.all(sources)).flat();
}

async function readFile(
  path: string,
  places: readonly OrderedPlace[],
  { editor, chunker, log, sourceType = 'search-result', onMissingLine, signal }: ReadContext,
): Promise<readonly ContextSource[]> {
  try {
    const document = await editor.getDocument(path, { signal });
    const named = places.flatMap(anchorOf);
    const relation = places[0]?.relation;
    const facts = { sourceType, ...(relation === undefined ? {} : { relation }) };
    if (named.length === 0) return [{ ...sourceOf(document), ...facts }];
    const { content, language } = document;
    const { chunks } = await chunker.chunk({ filePath: document.path, content, language }, { signal });
    const lines = new LineIndex(content);
    reportMissing(document.path, { named, lines }, onMissingLine);
    return chunksAround(named, chunks).map((chunk) => ({
      ...{ ...sourceOf(document, { lines, chunk }), ...facts, anchors: named },
    }));
  } catch (error) {
    signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    log.debug('Passed over a file that the task names: {code}', { code: error.code });
    return [];
  }
}

function reportMissing(
  path: string,
  { named, lines }: { readonly named: readonly LineRange[]; readonly lines: LineIndex },
  onMissingLine: ReadContext['onMissingLine'],
): void {
  // An editor has a line behind the last line end, and a cursor can be there.
  const { count: editorLines, fileLineCount: lineCount } = lines;
  for (const { startLine: line } of named) if (line > editorLines) onMissingLine?.({ path, line, lineCount });
}

function anchorOf({ line, endLine = line, order, relation }: OrderedPlace): readonly Anchor[] {
  if (line === undefined || endLine === undefined) return [];
  return [{ startLine: line, endLine, order, ...(relation === undefined ? {} : { relation }) }];
}

/**
 * Chunks that overlap named lines. Of a long line in pieces only the first, because its range covers the whole line.
 */
function chunksAround(named: readonly LineRange[], chunks: readonly Chunk[]): readonly Chunk[] {
  const around = new Map<string, Chunk>();
  for (const chunk of chunks) {
    const { startLine, endLine } = chunk;
    if (!named.some((range) => range.startLine <= endLine && startLine <= range.endLine)) continue;
    const key = `${startLine}-${endLine}`;
    if (!around.has(key)) around.set(key, chunk);
  }
  return [...around.values()];
}

function sourceOf(
  { path, content, language }: DocumentSnapshot,
  around?: { readonly lines: LineIndex; readonly chunk: Chunk },
): ContextSource {
  const shared = { sourceType: 'search-result', filePath: path, language } as const;
  if (around === undefined) return { ...shared, content, relevanceScore: scores.file };
  const { lines, chunk } = around;
  const { startLine, endLine } = chunk;
  const text = content.slice(lines.start(startLine - 1), lines.start(endLine));
  const lineRange = { startLine, endLine };
  return { ...shared, content: text, lineRange, definition: definitionOf(chunk), relevanceScore: scores.line };
}
