import type { FileRangeView } from '../../../view-model/preview-state.js';
import { countLines } from './code-lines.js';

/** Lines of a file in a fragment's content. */
export interface CodePiece {
  readonly kind: 'code';
  readonly filePath: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The best score of the parts of the range. */
  readonly score?: number | undefined;
  readonly symbols: readonly string[];
  /** Notes above the code, such as its section or `PART 1 of 2`. */
  readonly notes: readonly string[];
  /** Language named by the fence; empty when it names none. */
  readonly language: string;
  /** The header and the fence's opening line. */
  readonly before: string;
  readonly code: string;
  /** The fence's last line; empty when the content was cut inside. */
  readonly after: string;
  /** Number of the code's first line; `undefined` where lines at the beginning may be missing. */
  readonly firstLine?: number | undefined;
}

/** Any other text: between two ranges, or a pointer to another fragment. */
export interface ProsePiece {
  readonly kind: 'prose';
  readonly text: string;
}

export type FilePiece = CodePiece | ProsePiece;

/**
 * Headers of the packer's Markdown template and of the search strategy, each up to the line that opens the fence. A
 * header counts only if the fragment's metadata lists its range: other text may look the same.
 */
const packedHeader =
  /^### (?<path>.+) \(lines (?<start>\d+)-(?<end>\d+)\)\n(?<notes>(?:(?:PARTS? [^\n]{1,2000}|TRUNCATED)\n)*)(?<ticks>`{3,})(?<language>[\w+#.-]{0,40})\n/gmu;
const foundHeader =
  /^Source: (?<path>.+), lines (?<start>\d+)-(?<end>\d+)(?: \(score -?[\d.]+\))?\n(?<notes>(?:Section: [^\n]+\n)?)(?<ticks>`{3,})(?<language>[\w+#.-]{0,40})\n/gmu;

/**
 * The content taken apart by file ranges. All pieces in a row (`before`, `code` and `after` of code) are the content,
 * byte for byte. `undefined` when no range is found in it.
 */
export function filePieces(content: string, ranges: readonly FileRangeView[]): readonly FilePiece[] | undefined {
  const byPath = rangesByPath(ranges);
  for (const header of [packedHeader, foundHeader]) {
    const pieces = piecesBy(content, { header, byPath });
    if (pieces.some(({ kind }) => kind === 'code')) return pieces;
  }
  return undefined;
}

function rangesByPath(ranges: readonly FileRangeView[]): ReadonlyMap<string, readonly FileRangeView[]> {
  const byPath = new Map<string, FileRangeView[]>();
  for (const range of ranges) {
    const own = byPath.get(range.filePath);
    if (own === undefined) byPath.set(range.filePath, [range]);
    else own.push(range);
  }
  return byPath;
}

interface Headers {
  readonly header: RegExp;
  readonly byPath: ReadonlyMap<string, readonly FileRangeView[]>;
}

function piecesBy(content: string, { header, byPath }: Headers): readonly FilePiece[] {
  const pieces: FilePiece[] = [];
  const finder = new RegExp(header);
  let done = 0;
  for (let match = finder.exec(content); match !== null; match = finder.exec(content)) {
    const piece = codePiece(content, match, byPath);
    if (piece === undefined) continue;
    if (match.index > done) pieces.push({ kind: 'prose', text: content.slice(done, match.index) });
    pieces.push(piece);
    // Headers inside the code are code.
    done = match.index + piece.before.length + piece.code.length + piece.after.length;
    finder.lastIndex = done;
  }
  if (done < content.length) pieces.push({ kind: 'prose', text: content.slice(done) });
  return pieces;
}

function codePiece(content: string, match: RegExpExecArray, byPath: Headers['byPath']): CodePiece | undefined {
  const { path: filePath = '', start, end, notes = '', ticks = '', language = '' } = match.groups ?? {};
  const [startLine, endLine] = [Number(start), Number(end)];
  const within = (byPath.get(filePath) ?? []).filter(
    (range) => range.startLine >= startLine && range.endLine <= endLine,
  );
  if (within.length === 0) return undefined;
  const [before] = match;
  const from = match.index + before.length;
  const { code, after } = fencedFrom(content, from, ticks);
  const scores = within.flatMap(({ score }) => (score === undefined ? [] : [score]));
  return {
    kind: 'code',
    filePath,
    startLine,
    endLine,
    score: scores.length === 0 ? undefined : Math.max(...scores),
    symbols: within.flatMap(({ symbol }) => (symbol === undefined ? [] : [symbol])),
    notes: notes.split('\n').filter((note) => note !== ''),
    language,
    before,
    code,
    after,
    firstLine: firstLineOf(code, { startLine, endLine, isPacked: before.startsWith('#') }),
  };
}

/** The fence is longer than any run of backticks inside, so the first line that begins with it ends the code. */
function fencedFrom(content: string, from: number, ticks: string): { readonly code: string; readonly after: string } {
  const close = `\n${ticks}`;
  // Code that is empty has only the line end in front of the fence.
  const at = content.indexOf(close, from);
  return at < 0 ? { code: content.slice(from), after: '' } : { code: content.slice(from, at), after: close };
}

/**
 * The number of the first line. Packed lines begin at the line of their header. Search hits lack blank lines at their
 * beginning and end: since blank lines belong to the text before them, they can be missing only at the beginning of a
 * file.
 */
function firstLineOf(
  code: string,
  {
    startLine,
    endLine,
    isPacked,
  }: { readonly startLine: number; readonly endLine: number; readonly isPacked: boolean },
): number | undefined {
  const missing = endLine - startLine + 1 - countLines(code);
  if (missing < 0) return undefined;
  return isPacked || missing === 0 || startLine > 1 ? startLine : undefined;
}
