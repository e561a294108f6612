import type {
  Chunk,
  ChunkSource,
  ContextSource,
  ITokenCounter,
  LineRange,
  SourceDefinition,
} from '@lexichord/abstractions';
import { chunkId, LineIndex } from '@lexichord/platform/internal';
import { createTokenRanges, type TokenRanges } from '@lexichord/tokenizer';

import { holds } from '../deduplicate/kept-ranges.js';
import { isPieceOfLine } from '../format/packed-file.js';

/** Converts an excerpt of a file to one chunk, with the definition of its source. */
export function excerptChunk(
  source: ChunkSource & Pick<ContextSource, 'definition'>,
  startLine: number,
  counter: Pick<ITokenCounter, 'countTokens'>,
): Chunk {
  const { filePath, content, language, definition = {} } = source;
  const { kind = 'block', symbol, enclosing = [], definitions = [], part, partOf } = definition;
  const endLine = startLine + lineCountOf(content) - 1;
  return {
    id: chunkId({ filePath, startLine, endLine }, content),
    filePath,
    startLine,
    endLine,
    content,
    tokenCount: counter.countTokens(content),
    kind,
    ...(symbol === undefined ? {} : { symbol }),
    enclosing,
    definitions: definitions.filter(({ line }) => startLine <= line && line <= endLine),
    language,
    ...(part === undefined ? {} : { part }),
    // Checked, because the source may be wrong.
    ...(partOf !== undefined && holds(partOf, { startLine, endLine }) ? { partOf } : {}),
  };
}

/**
 * Returns the definition of a source's lines; `undefined` for a piece of a long line, because its range is the whole
 * line.
 */
export function definitionOf(chunk: Chunk): SourceDefinition | undefined {
  const { kind, symbol, enclosing, definitions, part, partOf } = chunk;
  return isPieceOfLine(chunk) ? undefined : { kind, symbol, enclosing, definitions, part, partOf };
}

/** Line range of a chunk, with text and tokens. */
type ChunkLines = Pick<Chunk, 'startLine' | 'endLine' | 'content' | 'tokenCount'>;

/** Returns some lines of a chunk as a chunk, marked as a part unless they are all of its lines. */
export function linesOfChunk<C extends Chunk>(chunk: C, lines: ChunkLines): C {
  const { filePath, definitions } = chunk;
  const { startLine, endLine, content } = lines;
  const isAll = startLine === chunk.startLine && endLine === chunk.endLine;
  return {
    ...chunk,
    ...lines,
    id: chunkId({ filePath, startLine, endLine }, content),
    definitions: definitions.filter(({ line }) => startLine <= line && line <= endLine),
    ...(isAll ? {} : { part: undefined, partOf: wholeOf(chunk) }),
  };
}

/** Lines of the definition that contains a chunk; `undefined` if it was cut without a parser. */
export function wholeOf({ kind, startLine, endLine, partOf }: Chunk): LineRange | undefined {
  return kind === 'lines' ? undefined : (partOf ?? { startLine, endLine });
}

/** Shifts a chunk of an excerpt to its line numbers in the file. */
export function shiftChunk(chunk: Chunk, by: number): Chunk {
  if (by === 0) return chunk;
  const { filePath, id, partOf } = chunk;
  const [startLine, endLine] = [chunk.startLine + by, chunk.endLine + by];
  return {
    ...chunk,
    id: `${filePath}:${startLine}-${endLine}@${id.slice(id.lastIndexOf('@') + 1)}`,
    startLine,
    endLine,
    definitions: chunk.definitions.map((symbol) => ({ ...symbol, line: symbol.line + by })),
    partOf: partOf && { startLine: partOf.startLine + by, endLine: partOf.endLine + by },
  };
}

function lineCountOf(content: string): number {
  return Math.max(1, new LineIndex(content).fileLineCount);
}

/** A run of lines, 0-based, the end exclusive. */
interface LineRun {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits an excerpt into pieces, marked as parts, each of at most `maxTokens` tokens if its lines allow it. Cuts before
 * a line with little indentation, preferably after a blank one, so that related lines mostly stay together.
 */
export function splitExcerpt<C extends Chunk>(excerpt: C, maxTokens: number, counter: ITokenCounter): readonly C[] {
  const lines = new LineIndex(excerpt.content);
  const lineCount = excerpt.endLine - excerpt.startLine + 1;
  const tokens = createTokenRanges(lines, counter);
  const runs = cut(lineCount, { maxTokens, tokens, costOf: (line) => cutCost(lines, line) });
  if (runs.length < 2) return [excerpt];
  return runs.map(({ from, to }) => {
    const content = excerpt.content.slice(lines.start(from), lines.start(to));
    const [startLine, endLine] = [excerpt.startLine + from, excerpt.startLine + to - 1];
    const tokenCount = tokens.exactly(lines.start(from), lines.start(to));
    return linesOfChunk(excerpt, { startLine, endLine, content, tokenCount });
  });
}

/** Limits of cutting. */
interface CutRules {
  readonly maxTokens: number;
  readonly tokens: TokenRanges;
  readonly costOf: (line: number) => number;
}

/** Fills each piece up to the maximum, then ends it at the lowest cost of a cut in its second half. */
function cut(lineCount: number, rules: CutRules): readonly LineRun[] {
  const runs: LineRun[] = [];
  for (let from = 0; from < lineCount;) {
    const to = endOfPiece(from, lineCount, rules);
    runs.push({ from, to });
    from = to;
  }
  return runs;
}

function endOfPiece(from: number, lineCount: number, { maxTokens, tokens, costOf }: CutRules): number {
  let to = from + 1;
  let best: { readonly to: number; readonly cost: number } | undefined;
  for (; to < lineCount && tokens.ofLines(from, to + 1) <= maxTokens; to += 1) {
    if (tokens.ofLines(from, to) < maxTokens / 2) continue;
    const cost = costOf(to);
    if (best === undefined || cost <= best.cost) best = { to, cost };
  }
  // A cut after the last line that fits can be as good.
  if (to === lineCount || best === undefined || costOf(to) <= best.cost) return to;
  return best.to;
}

/** Cost of a cut before the line: its indentation, reduced after a blank line. */
function cutCost(lines: LineIndex, line: number): number {
  const text = lines.text(line);
  if (text.trim() === '') return 1_000;
  const indentation = text.length - text.trimStart().length;
  return indentation - (lines.text(line - 1).trim() === '' ? 2 : 0);
}
