import { type IncludedChunk, type LineRange, isFromGit } from '@lexichord/abstractions';
import { LineIndex, escapeCharacter, groupBy } from '@lexichord/platform/internal';

import { isOutlined } from '../detail/less-detail.js';

/** Lines of a file that follow each other. */
export interface PackedRange extends LineRange {
  /** The lines as they are in the file, without the last line's end. */
  readonly content: string;
  /** Of the lines: language id, or `diff` for lines with the marks of a difference. */
  readonly language: string;
  /** The chunks that it is made of, by line. */
  readonly chunks: readonly IncludedChunk[];
  /** Sum of the chunks' counts; `undefined` when lines that two of them share were taken once. */
  readonly tokenCount: number | undefined;
}

/** The packed ranges of one file (T-016 FR-016-131..134). */
export interface PackedFile {
  readonly filePath: string;
  readonly language: string;
  /** By line. Between two of them there are lines that are not packed. */
  readonly ranges: readonly PackedRange[];
  /** Whether no line numbers are shown, so that the text stays the same when the lines move. Default: false. */
  readonly hidesLines?: boolean | undefined;
}

/** Locations in a text of its own, a line for each file. */
export interface TextList {
  /** In JSON. */
  readonly key: 'alreadySent' | 'noLongerValid' | 'lines';
  readonly title: string;
  readonly lines: readonly string[];
}

/** Everything that a packed text shows. */
export interface PackedParts {
  readonly files: readonly PackedFile[];
  /** By file in the order of their best chunks, then by line. */
  readonly outline: readonly OutlineLine[];
  /** Before the files. Absent: none. */
  readonly before?: readonly TextList[] | undefined;
  /** Behind everything. Absent: none. */
  readonly after?: readonly TextList[] | undefined;
}

/** The line of a chunk in the outline. */
export type OutlineLine = Pick<IncludedChunk, 'id' | 'content' | 'detailLevel'>;

/** Chunks with their lines, and those of which the outline has one line. */
export function packedParts(
  chunks: readonly IncludedChunk[],
): PackedParts & { readonly outline: readonly IncludedChunk[] } {
  const outlined = chunks.filter(isOutlined);
  if (outlined.length === 0) return { files: packedFiles(chunks), outline: outlined };
  const outline = byFile(outlined).flatMap((own) => own.toSorted(byPathAndLine));
  return { files: packedFiles(chunks.filter((chunk) => !isOutlined(chunk))), outline };
}

/** Files in the order of their best chunks, each with its lines in order; no line is there twice. */
export function packedFiles(chunks: readonly IncludedChunk[]): readonly PackedFile[] {
  return byFile(chunks).map((own) => ({
    filePath: own[0]?.filePath ?? '',
    language: own[0]?.language ?? 'plaintext',
    ranges: joinedRanges(own.toSorted(byPathAndLine)),
  }));
}

/** Files in the order given: chunks of one file that follow each other are one entry, with its lines in order. */
export function filesInOrder(chunks: readonly IncludedChunk[]): readonly PackedFile[] {
  const runs: IncludedChunk[][] = [];
  for (const chunk of chunks) {
    const run = runs.at(-1);
    if (run?.[0]?.filePath === chunk.filePath) run.push(chunk);
    else runs.push([chunk]);
  }
  return runs.map((own) => ({
    filePath: own[0]?.filePath ?? '',
    language: own[0]?.language ?? 'plaintext',
    ranges: joinedRanges(own.toSorted(byPathAndLine)),
  }));
}

/** The chunks in the order of the text: by file, then by line; those of the outline behind all others. */
export function inTextOrder(chunks: readonly IncludedChunk[]): readonly IncludedChunk[] {
  const { files, outline } = packedParts(chunks);
  return [...files.flatMap(({ ranges }) => ranges.flatMap((range) => range.chunks)), ...outline];
}

function byFile(chunks: readonly IncludedChunk[]): readonly (readonly IncludedChunk[])[] {
  if (chunks.length === 1) return [chunks];
  const ranked = chunks.toSorted((a, b) => a.rank - b.rank);
  return [...groupBy(ranked, fileKey).values()];
}

/** Lines before a change have numbers of their own, and are kept apart from those after it. */
function fileKey({ filePath, relation }: IncludedChunk): string {
  return relation?.role === 'before' ? `${filePath}\0before` : filePath;
}

/** Below 0 when the first comes before the other in their file. */
export function byPathAndLine(a: IncludedChunk, b: IncludedChunk): number {
  return a.startLine - b.startLine || (a.part?.index ?? 0) - (b.part?.index ?? 0) || a.endLine - b.endLine;
}

function joinedRanges(chunks: readonly IncludedChunk[]): readonly PackedRange[] {
  const ranges: GrowingRange[] = [];
  for (const chunk of chunks) {
    if (ranges.at(-1)?.tryJoin(chunk) !== true) ranges.push(new GrowingRange(chunk));
  }
  return ranges.map((range) => range.finish());
}

/** A range to which chunks are added, by line: each costs the same, however many there are. */
class GrowingRange {
  private readonly chunks: IncludedChunk[];
  private content: string;
  private tokenCount: number | undefined;
  /** The chunk whose end is the range's. */
  private last: IncludedChunk;
  /** A piece of a line is not the line, and a cut chunk has no end: nothing can follow. */
  private isClosed: boolean;

  constructor(chunk: IncludedChunk) {
    this.isClosed = isPieceOfLine(chunk) || chunk.isTruncated === true;
    this.chunks = [chunk];
    this.content = withoutLastLineEnd(chunk.content);
    this.tokenCount = chunk.tokenCount;
    this.last = chunk;
  }

  /** @returns whether the chunk follows or overlaps, and was added */
  tryJoin(chunk: IncludedChunk): boolean {
    if (isFromGit(chunk) || isFromGit(this.last)) return this.tryJoinChange(chunk);
    const { endLine } = this.last;
    if (this.isClosed || isPieceOfLine(chunk) || chunk.startLine > endLine + 1) return false;
    this.isClosed = chunk.isTruncated === true;
    this.chunks.push(chunk);
    if (chunk.endLine > endLine) this.addLines(chunk);
    return true;
  }

  /** Adds the lines of a chunk behind the existing ones. */
  private addLines(chunk: IncludedChunk): void {
    const { last, tokenCount } = this;
    const shared = last.endLine - chunk.startLine + 1;
    const rest = shared === 0 ? chunk.content : contentFrom(chunk.content, shared);
    this.content += (lastLineEnd(last.content) || '\n') + withoutLastLineEnd(rest);
    this.tokenCount = shared === 0 && tokenCount !== undefined ? tokenCount + chunk.tokenCount : undefined;
    this.last = chunk;
  }

  /** Lines of one change stay together, marked ones also if lines between them are not shown. */
  private tryJoinChange(chunk: IncludedChunk): boolean {
    const { last } = this;
    if (this.isClosed || chunk.startLine <= last.endLine || !isSameForm(chunk, last)) return false;
    const isApart = chunk.startLine > last.endLine + 1;
    if (isApart && !isMarked(chunk)) return false;
    this.isClosed = chunk.isTruncated === true;
    const gap = isApart ? `@@ ${linesNotShown(last.endLine + 1, chunk.startLine - 1)} @@\n` : '';
    this.content += `\n${gap}${withoutLastLineEnd(chunk.content)}`;
    this.tokenCount = undefined;
    this.chunks.push(chunk);
    this.last = chunk;
    return true;
  }

  finish(): PackedRange {
    const { chunks, content, tokenCount } = this;
    const [first] = chunks;
    const language = first !== undefined && isMarked(first) ? 'diff' : (first?.language ?? 'plaintext');
    return { startLine: first?.startLine ?? 1, endLine: this.last.endLine, content, language, chunks, tokenCount };
  }
}

/** Whether both are from the same side of a change, and with marks or without. */
function isSameForm(a: IncludedChunk, b: IncludedChunk): boolean {
  return a.relation?.role === b.relation?.role && isMarked(a) === isMarked(b);
}

function isMarked({ relation }: IncludedChunk): boolean {
  return relation?.isMarked === true;
}

/** A line that is too long for one chunk is in several, none of which is the line. */
export function isPieceOfLine({
  part,
  partOf,
  startLine,
  endLine,
}: Pick<IncludedChunk, 'part' | 'partOf' | keyof LineRange>): boolean {
  return part !== undefined && partOf === undefined && startLine === endLine;
}

function contentFrom(content: string, line: number): string {
  return content.slice(new LineIndex(content).start(line));
}

/** Looks at the last two characters alone: a pattern would try each line end of the content. */
function lastLineEnd(content: string): '' | '\r' | '\n' | '\r\n' {
  if (content.endsWith('\r\n')) return '\r\n';
  if (content.endsWith('\n')) return '\n';
  return content.endsWith('\r') ? '\r' : '';
}

function withoutLastLineEnd(content: string): string {
  return content.slice(0, content.length - lastLineEnd(content).length);
}

/** The lines between two ranges that are not there (T-016 FR-016-134). */
export function gapBetween(previous: PackedRange, next: PackedRange): string | undefined {
  const [first, last] = [previous.endLine + 1, next.startLine - 1];
  return first > last ? undefined : linesNotShown(first, last);
}

function linesNotShown(first: number, last: number): string {
  return first === last ? `line ${first} not shown` : `lines ${first}-${last} not shown`;
}

/** Printable ASCII without a backtick, as nearly all paths are: checked in a tenth of the time of the full pattern. */
const isPlainPath = /^[ -_a-~]*$/u;

/**
 * A path for a header: verbatim, but for characters that could end the line, reorder it, or pass for code.
 * Those are shown as escapes (T-016 FR-016-135, AC-119, threat 4).
 */
export function shownPath(path: string): string {
  if (isPlainPath.test(path)) return path;
  return path.replace(/[`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter);
}
