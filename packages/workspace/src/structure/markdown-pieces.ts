import type { DocumentBlock } from '@lexichord/abstractions';
import { closesFencedCode, isBlankLine, openingFence } from '@lexichord/markdown';
import { type LineIndex } from '@lexichord/platform/internal';

import {
  atxLevelAtEdge,
  indentOf,
  isPlainContinuation,
  isPlainFirstLine,
  isTableHead,
  listItem,
  mayBeginItem,
} from './markdown-lines.js';
import { endOfParserRegion } from './parser-region.js';

/** A part of a Markdown document that is independent of the rest. Whole lines, without the last line end. */
export type MarkdownPiece = BlockPiece | RegionPiece;

/** A block that is recognised without the parser. */
export interface BlockPiece {
  readonly kind: 'block';
  readonly block: DocumentBlock['kind'];
  /** Level of a heading. */
  readonly level?: number | undefined;
  readonly startOffset: number;
  readonly endOffset: number;
}

/** One or more blocks that only the parser can recognise. */
export interface RegionPiece {
  readonly kind: 'region';
  readonly startOffset: number;
  readonly endOffset: number;
}

/** A piece and the line after it. */
interface ScannedPiece {
  readonly piece: MarkdownPiece;
  readonly nextLine: number;
}

/**
 * Splits a Markdown document into blocks that are recognised without the parser, and regions that need it.
 *
 * The full parser reads about 300 KB a second, and most of a document is paragraphs, headings, fenced code, ordinary
 * lists and quotes, whose bounds follow from how their lines begin. Only those are decided here, and only where nothing
 * around them could change the answer; a property test compares the result with the parser's own.
 */
export function splitMarkdown(lines: LineIndex): readonly MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  const frontMatter = scanFrontMatter(lines);
  if (frontMatter !== undefined) pieces.push(frontMatter.piece);

  let line = frontMatter?.nextLine ?? 0;
  while (line < lines.count) {
    if (isBlankLine(lines.text(line))) {
      line += 1;
      continue;
    }
    const { piece, nextLine } = scanBlock(lines, line) ?? scanRegion(lines, line);
    pieces.push(piece);
    line = nextLine;
  }
  return pieces;
}

function scanBlock(lines: LineIndex, line: number): ScannedPiece | undefined {
  const text = lines.text(line);
  const level = atxLevelAtEdge(text);
  if (level !== undefined) return scannedHeading(lines, line, level);
  if (text.startsWith('```') || text.startsWith('~~~')) return scanFence(lines, line);
  if (text.startsWith('>')) return scanQuote(lines, line);
  if (text.startsWith('|')) return scanTable(lines, line);
  if (listItem(text) !== undefined) return scanList(lines, line);
  return isPlainFirstLine(text) ? scanParagraph(lines, line) : undefined;
}

function scanRegion(lines: LineIndex, line: number): ScannedPiece {
  const nextLine = endOfParserRegion(lines, line);
  return { piece: { kind: 'region', startOffset: lines.start(line), endOffset: lines.end(nextLine - 1) }, nextLine };
}

/** YAML between `---` lines or TOML between `+++` lines, at the very beginning. */
function scanFrontMatter(lines: LineIndex): ScannedPiece | undefined {
  const mark = /^(---|\+\+\+)[ \t]*$/u.exec(lines.text(0))?.[1];
  if (mark === undefined) return undefined;
  for (let line = 1; line < lines.count; line += 1) {
    const text = lines.text(line);
    if (text.startsWith(mark) && isBlankLine(text.slice(mark.length))) {
      return scanned(lines, { block: 'frontMatter', firstLine: 0, nextLine: line + 1 });
    }
  }
  return undefined;
}

function scannedHeading(lines: LineIndex, line: number, level: number): ScannedPiece {
  return scanned(lines, { block: 'heading', level, firstLine: line, nextLine: line + 1 });
}

function scanFence(lines: LineIndex, firstLine: number): ScannedPiece | undefined {
  const fence = openingFence(lines.text(firstLine));
  if (fence === undefined) return undefined;
  for (let line = firstLine + 1; line < lines.count; line += 1) {
    if (closesFencedCode(lines.text(line), fence))
      return scanned(lines, { block: 'code', firstLine, nextLine: line + 1 });
  }
  return undefined;
}

function scanQuote(lines: LineIndex, firstLine: number): ScannedPiece | undefined {
  let line = firstLine + 1;
  while (line < lines.count && lines.text(line).startsWith('>')) line += 1;
  return beginsAnew(lines, line) ? scanned(lines, { block: 'quote', firstLine, nextLine: line }) : undefined;
}

/** A table whose rows begin with `|`: such lines cannot be anything else. The parser takes quadratic time. */
function scanTable(lines: LineIndex, firstLine: number): ScannedPiece | undefined {
  if (!isTableHead(lines.text(firstLine), lines.text(firstLine + 1))) return undefined;
  let line = firstLine + 2;
  while (line < lines.count && lines.text(line).startsWith('|')) line += 1;
  return beginsAnew(lines, line) ? scanned(lines, { block: 'table', firstLine, nextLine: line }) : undefined;
}

function scanParagraph(lines: LineIndex, firstLine: number): ScannedPiece | undefined {
  let line = firstLine + 1;
  while (!beginsAnew(lines, line)) {
    if (!isPlainContinuation(lines.text(line))) return undefined;
    line += 1;
  }
  return scanned(lines, { block: 'paragraph', firstLine, nextLine: line });
}

/** A list whose lines are items at the left edge or indented under one, so that nothing in them can end it. */
function scanList(lines: LineIndex, firstLine: number): ScannedPiece | undefined {
  let item = listItem(lines.text(firstLine));
  const mark = item?.mark;
  let lastLine = firstLine;
  for (let line = firstLine + 1; line < lines.count; line += 1) {
    const text = lines.text(line);
    if (isBlankLine(text)) continue;
    const next = listItem(text);
    if (next?.mark === mark) item = next;
    else if (indentOf(text) < (item?.width ?? 0)) {
      const isAfterBlank = lastLine < line - 1;
      const isNew = isAfterBlank && /^[^ \t]/u.test(text) && (next !== undefined || !mayBeginItem(text));
      if (!isNew && !beginsAnew(lines, line)) return undefined;
      break;
    }
    lastLine = line;
  }
  return scanned(lines, { block: 'list', firstLine, nextLine: lastLine + 1 });
}

/** Whether the line ends every block above it that is not HTML: the end, a blank line, a heading or a fence. */
function beginsAnew(lines: LineIndex, line: number): boolean {
  if (line >= lines.count) return true;
  const text = lines.text(line);
  if (isBlankLine(text) || atxLevelAtEdge(text) !== undefined) return true;
  return openingFence(text)?.indent === 0;
}

function scanned(
  lines: LineIndex,
  found: Pick<BlockPiece, 'block' | 'level'> & { readonly firstLine: number; readonly nextLine: number },
): ScannedPiece {
  const { block, level, firstLine, nextLine } = found;
  const piece = {
    kind: 'block' as const,
    block,
    level,
    startOffset: lines.start(firstLine),
    endOffset: lines.end(nextLine - 1),
  };
  return { piece, nextLine };
}
