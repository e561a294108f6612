import { type IncludedChunk, type LineRange, isFromGit } from '@lexichord/abstractions';
import { LineIndex, escapeCharacter, groupBy } from '@lexichord/platform/internal';

import { isOutlined, type OutlineLine } from '../detail/less-detail.js';

/** Consecutive lines of a file. */
export interface PackedRange extends LineRange {
  /** The lines, verbatim, without the last line end. */
  readonly content: string;
  /** Language id of the lines, or `diff` for lines with the marks of a difference. */
  readonly language: string;
  /** The chunks of the range, by line. */
  readonly chunks: readonly IncludedChunk[];
  /** Sum of the chunks' counts; `undefined` if chunks share lines, which the range has once. */
  readonly tokenCount: number | undefined;
}

/** The packed ranges of one file (T-016 FR-016-131..134). */
export interface PackedFile {
  readonly filePath: string;
  readonly language: string;
  /** By line. The lines between two ranges are not packed. */
  readonly ranges: readonly PackedRange[];
  /** Whether no line numbers are shown, so that the text stays the same when the lines move. Default: false. */
  readonly hidesLines?: boolean | undefined;
}

/** A separate list of locations, one line per file. */
export interface TextList {
  /** Key in JSON. */
  readonly key: 'alreadySent' | 'noLongerValid' | 'lines';
  readonly title: string;
  readonly lines: readonly string[];
}

/** All parts of a packed text. */
export interface PackedParts {
  readonly files: readonly PackedFile[];
  /** By file in the order of their best chunks, then by line. */
  readonly outline: readonly OutlineLine[];
  /** Before the files. Absent: none. */
  readonly before?: readonly TextList[] | undefined;
  /** After everything. Absent: none. */
  readonly after?: readonly TextList[] | undefined;
}

/** Divides chunks into files with bodies and the outline. */
export function packedParts(
  chunks: readonly IncludedChunk[],
): PackedParts & { readonly outline: readonly IncludedChunk[] } {
  const outlined = chunks.filter(isOutlined);
  if (outlined.length === 0) return { files: packedFiles(chunks), outline: outlined };
  const outline = byFile(outlined).flatMap((own) => own.toSorted(byPathAndLine));
  return { files: packedFiles(chunks.filter((chunk) => !isOutlined(chunk))), outline };
}

/** Files in the order of their best chunks, each with distinct lines in order. */
export function packedFiles(chunks: readonly IncludedChunk[]): readonly PackedFile[] {
  return byFile(chunks).map((own) => ({
    filePath: own[0]?.filePath ?? '',
    language: own[0]?.language ?? 'plaintext',
    ranges: joinedRanges(own.toSorted(byPathAndLine)),
  }));
}

/** Files in the given order: consecutive chunks of one file are one entry, with its lines in order. */
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

/** Orders chunks as in the text: by file, then by line; outline lines last. */
export function inTextOrder(chunks: readonly IncludedChunk[]): readonly IncludedChunk[] {
  const { files, outline } = packedParts(chunks);
  return [...files.flatMap(({ ranges }) => ranges.flatMap((range) => range.chunks)), ...outline];
}

function byFile(chunks: readonly IncludedChunk[]): readonly (readonly IncludedChunk[])[] {
  if (chunks.length === 1) return [chunks];
  const ranked = chunks.toSorted((a, b) => a.rank - b.rank);
  return [...groupBy(ranked, fileKey).values()];
}

/** Keeps removed lines separate, because they have the numbers of the old text. */
function fileKey({ filePath, relation }: IncludedChunk): string {
  return relation?.role === 'before' ? `${filePath}\0before` : filePath;
}

/** Compares positions in a file; negative if the first is before the other. */
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

/** A range to which chunks are added, by line, at a constant cost per chunk. */
class GrowingRange {
  private readonly chunks: IncludedChunk[];
  private content: string;
  private tokenCount: number | undefined;
  /** The chunk that ends the range. */
  private last: IncludedChunk;
  /** Whether no chunk can follow: after a piece of a line, which is not the whole line, and after a cut chunk. */
  private isClosed: boolean;

  constructor(chunk: IncludedChunk) {
    this.isClosed = isPieceOfLine(chunk) || chunk.isTruncated === true;
    this.chunks = [chunk];
    this.content = withoutLastLineEnd(chunk.content);
    this.tokenCount = chunk.tokenCount;
    this.last = chunk;
  }

  /** @returns whether the chunk continues or overlaps the range, and was added */
  tryJoin(chunk: IncludedChunk): boolean {
    if (isFromGit(chunk) || isFromGit(this.last)) return this.tryJoinChange(chunk);
    const { endLine } = this.last;
    if (this.isClosed || isPieceOfLine(chunk) || chunk.startLine > endLine + 1) return false;
    this.isClosed = chunk.isTruncated === true;
    this.chunks.push(chunk);
    if (chunk.endLine > endLine) this.addLines(chunk);
    return true;
  }

  /** Appends the lines of a chunk. */
  private addLines(chunk: IncludedChunk): void {
    const { last, tokenCount } = this;
    const shared = last.endLine - chunk.startLine + 1;
    const rest = shared === 0 ? chunk.content : contentFrom(chunk.content, shared);
    this.content += (lastLineEnd(last.content) || '\n') + withoutLastLineEnd(rest);
    this.tokenCount = shared === 0 && tokenCount !== undefined ? tokenCount + chunk.tokenCount : undefined;
    this.last = chunk;
  }

  /** Joins lines of one change; marked ones even across lines that are not shown. */
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

/** Whether both are from the same side of a change, and both with or both without marks. */
function isSameForm(a: IncludedChunk, b: IncludedChunk): boolean {
  return a.relation?.role === b.relation?.role && isMarked(a) === isMarked(b);
}

function isMarked({ relation }: IncludedChunk): boolean {
  return relation?.isMarked === true;
}

/** Whether a chunk is a piece of a line that is too long for one chunk. */
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

/** Checks only the last two characters: a pattern would try each line end of the content. */
function lastLineEnd(content: string): '' | '\r' | '\n' | '\r\n' {
  if (content.endsWith('\r\n')) return '\r\n';
  if (content.endsWith('\n')) return '\n';
  return content.endsWith('\r') ? '\r' : '';
}

function withoutLastLineEnd(content: string): string {
  return content.slice(0, content.length - lastLineEnd(content).length);
}

/** Describes the lines between two ranges that are not shown (T-016 FR-016-134). */
export function gapBetween(previous: PackedRange, next: PackedRange): string | undefined {
  const [first, last] = [previous.endLine + 1, next.startLine - 1];
  return first > last ? undefined : linesNotShown(first, last);
}

function linesNotShown(first: number, last: number): string {
  return first === last ? `line ${first} not shown` : `lines ${first}-${last} not shown`;
}

/**
 * Printable ASCII without a backtick, as in nearly all paths. This check takes a tenth of the time of the full pattern.
 */
const isPlainPath = /^[ -_a-~]*$/u;

/**
 * Path for a header: verbatim, except for characters that could end the line, reorder it, or look like code, which are
 * escaped (T-016 FR-016-135, AC-119, threat 4).
 */
export function shownPath(path: string): string {
  if (isPlainPath.test(path)) return path;
  return path.replace(/[`\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapeCharacter);
}
