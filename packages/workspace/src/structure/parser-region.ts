import {
  type HtmlBlockKind,
  type OpeningFence,
  closesFencedCode,
  isBlankLine,
  lastingHtmlBlocks,
  openingFence,
} from '@lexichord/markdown';
import { type LineIndex } from '@lexichord/platform/internal';

import { mayBeginItem } from './markdown-lines.js';

/**
 * The end of a region that needs the parser: before a line that begins a new block for any content of the region.
 *
 * That is a line at the left edge after a blank line, which closes lists, quotes, tables and paragraphs, unless it may
 * be an item of a list above, or a fenced block or an HTML block is open. If that is uncertain, the region continues: a
 * longer region costs time, a shorter one would be wrong.
 *
 * @param firstLine 0-based, not blank
 * @returns the line after the region
 */
export function endOfParserRegion(lines: LineIndex, firstLine: number): number {
  const openBlocks = new OpenBlocks();
  let isAfterBlank = false;
  for (let line = firstLine; line < lines.count; line += 1) {
    const text = lines.text(line);
    if (isBlankLine(text)) {
      isAfterBlank = true;
      openBlocks.passBlankLine();
      continue;
    }
    if (isAfterBlank && openBlocks.areNone && /^[^ \t]/u.test(text) && !mayBeginItem(text)) return line;
    isAfterBlank = false;
    openBlocks.pass(text);
    if (openBlocks.isUncertain) return lines.count;
  }
  return lines.count;
}

/** Open blocks at the top level that blank lines do not close, as far as recognisable without the parser. */
class OpenBlocks {
  /** Whether the state is unknown for the rest of the document. */
  isUncertain = false;
  private fence: OpeningFence | undefined;
  private readonly html = new Set<HtmlBlockKind>();
  private isInParagraphOfHtml = false;

  get areNone(): boolean {
    return this.fence === undefined && this.html.size === 0;
  }

  passBlankLine(): void {
    this.isInParagraphOfHtml = false;
  }

  pass(line: string): void {
    const isInHtml = this.html.size > 0 || this.isInParagraphOfHtml || /^ {0,3}</u.test(line);
    this.passHtml(line);
    this.passFence(line, isInHtml);
  }

  private passHtml(line: string): void {
    if (/^ {0,3}</u.test(line)) this.isInParagraphOfHtml = true;
    for (const kind of this.html) {
      if (kind.end.test(line)) this.html.delete(kind);
    }
    for (const kind of lastingHtmlBlocks) {
      const start = kind.start.exec(line);
      if (start !== null && !kind.end.test(line.slice(start[0].length))) this.html.add(kind);
    }
  }

  /** A fence at the left edge is one of the document; an indented one may belong to a list item and end with it. */
  private passFence(line: string, isInHtml: boolean): void {
    if (this.fence === undefined) {
      this.fence = openingFence(line);
      if (this.fence !== undefined && isInHtml) this.isUncertain = true;
      return;
    }
    if (isInHtml && openingFence(line) !== undefined) this.isUncertain = true;
    const indent = line.length - line.trimStart().length;
    if (this.fence.indent > 0 && indent < this.fence.indent) this.isUncertain = true;
    if (closesFencedCode(line, this.fence)) this.fence = undefined;
  }
}
