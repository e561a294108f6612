import type { ChunkPart, IncludedChunk, LineRange } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform';

/** Lines of a file that follow each other. */
export interface PackedRange extends LineRange {
  /** The lines as they are in the file, without the last line's end. */
  readonly content: string;
  /** The chunks that it is made of, by line. */
  readonly chunks: readonly IncludedChunk[];
  /** Sum of the chunks' counts; `undefined` when lines that two of them share were taken once. */
  readonly tokenCount: number | undefined;
}

/** What is packed of one file (T-016 FR-016-131..134). */
export interface PackedFile {
  readonly filePath: string;
  readonly language: string;
  /** By line. Between two of them there are lines that are not packed. */
  readonly ranges: readonly PackedRange[];
}

/** Files in the order of their best chunks, each with its lines in order; no line is there twice. */
export function packedFiles(chunks: readonly IncludedChunk[]): readonly PackedFile[] {
  const byFile = new Map<string, IncludedChunk[]>();
  for (const chunk of chunks.toSorted((a, b) => a.rank - b.rank)) {
    const own = byFile.get(chunk.filePath);
    if (own === undefined) byFile.set(chunk.filePath, [chunk]);
    else own.push(chunk);
  }
  return [...byFile].map(([filePath, own]) => ({
    filePath,
    language: own[0]?.language ?? 'plaintext',
    ranges: joinedRanges(own.toSorted(byPlace)),
  }));
}

/** The chunks as they stand in the text: by file, then by line. */
export function inTextOrder(chunks: readonly IncludedChunk[]): readonly IncludedChunk[] {
  return packedFiles(chunks).flatMap(({ ranges }) => ranges.flatMap((range) => range.chunks));
}

function byPlace(a: IncludedChunk, b: IncludedChunk): number {
  return a.startLine - b.startLine || (a.part?.index ?? 0) - (b.part?.index ?? 0) || a.endLine - b.endLine;
}

function joinedRanges(chunks: readonly IncludedChunk[]): readonly PackedRange[] {
  const ranges: PackedRange[] = [];
  for (const chunk of chunks) {
    const last = ranges.at(-1);
    if (last === undefined || !areJoined(last, chunk)) ranges.push(rangeOf(chunk));
    else ranges[ranges.length - 1] = joined(last, chunk);
  }
  return ranges;
}

function areJoined(range: PackedRange, chunk: IncludedChunk): boolean {
  if (chunk.startLine > range.endLine + 1) return false;
  return !isPieceOfLine(chunk) && !range.chunks.some((one) => isPieceOfLine(one) || one.isTruncated === true);
}

/** A line that is too long for one chunk is in several, none of which is the line. */
function isPieceOfLine({ part, startLine, endLine }: IncludedChunk): boolean {
  return part !== undefined && startLine === endLine;
}

function rangeOf(chunk: IncludedChunk): PackedRange {
  const { startLine, endLine, content, tokenCount } = chunk;
  return { startLine, endLine, content: withoutLastLineEnd(content), chunks: [chunk], tokenCount };
}

function joined(range: PackedRange, chunk: IncludedChunk): PackedRange {
  const chunks = [...range.chunks, chunk];
  if (chunk.endLine <= range.endLine) return { ...range, chunks };
  const shared = range.endLine - chunk.startLine + 1;
  const rest = shared === 0 ? chunk.content : contentFrom(chunk.content, shared);
  const isWhole = shared === 0 && range.tokenCount !== undefined;
  return {
    startLine: range.startLine,
    endLine: chunk.endLine,
    content: `${range.content}${lineEndAfter(range)}${withoutLastLineEnd(rest)}`,
    chunks,
    tokenCount: isWhole ? range.tokenCount + chunk.tokenCount : undefined,
  };
}

function contentFrom(content: string, line: number): string {
  return content.slice(new LineIndex(content).start(line));
}

const lastLineEnd = /\r\n$|[\r\n]$/u;

function withoutLastLineEnd(content: string): string {
  return content.replace(lastLineEnd, '');
}

/** The line end that the range's last line has in its file. */
function lineEndAfter({ chunks }: PackedRange): string {
  const longest = chunks.reduce((a, b) => (b.endLine > a.endLine ? b : a));
  return lastLineEnd.exec(longest.content)?.[0] ?? '\n';
}

/** Parts of split definitions that stand there without the others, those that follow each other together. */
export function lonelyParts({ chunks }: PackedRange): readonly (readonly ChunkPart[])[] {
  const runs: ChunkPart[][] = [];
  for (const { part } of chunks) {
    if (part === undefined) continue;
    const before = runs.at(-1)?.at(-1);
    const continues = before?.count === part.count && before.index + 1 === part.index;
    if (continues) runs.at(-1)?.push(part);
    else runs.push([part]);
  }
  return runs.filter((run) => run.length < (run[0]?.count ?? 0));
}
