import { type OpeningFence, atxHeading, closesFencedCode, openingFence, setextLevel } from '@lexichord/markdown';
import type { LineIndex } from '@lexichord/platform/internal';

import { nameIn, type SyntaxNode } from './syntax-node.js';

interface OpenSection {
  readonly level: number;
  readonly node: SyntaxNode & { children: SyntaxNode[]; end: number; endLine: number };
}

const notAParagraph = /^(?: {0,3}(?:[>#|]|[-*+][ \t]|\d{1,9}[.)][ \t])|\t| {4})/u;

/**
 * Finds the sections of a Markdown text by its headings, with the blocks between blank lines in them, in one pass over
 * the lines (T-016 AC-042). Lines in fenced code and front matter are no headings.
 */
export function scanMarkdown(lines: LineIndex): readonly SyntaxNode[] {
  const scan = new SectionScan(lines);
  for (let line = frontMatterEnd(lines); line < lines.count;) line = scan.take(line);
  return scan.finish();
}

/** Collects sections and blocks line by line. */
class SectionScan {
  private readonly roots: SyntaxNode[] = [];
  private readonly open: OpenSection[] = [];
  private blockStart: number | undefined;

  constructor(private readonly lines: LineIndex) {}

  /** @returns the next line */
  take(line: number): number {
    const text = this.lines.text(line);
    const fence = openingFence(text);
    if (fence !== undefined) {
      this.blockStart ??= line;
      return this.skipFence(line, fence);
    }
    const heading = atxHeading(text);
    const underlined = heading === undefined ? this.levelOfUnderlined(line, text) : undefined;
    if (heading !== undefined) {
      this.endBlock(line);
      this.openSection(heading.level, line, { from: line, to: line + 1 });
    } else if (underlined !== undefined) {
      const from = this.blockStart ?? line - 1;
      this.blockStart = undefined;
      this.openSection(underlined, from, { from, to: line });
    } else if (text.trim() === '') this.endBlock(line);
    else this.blockStart ??= line;
    return line + 1;
  }

  finish(): readonly SyntaxNode[] {
    this.endBlock(this.lines.count);
    this.closeSections(0, this.lines.count);
    return this.roots;
  }

  /** The level of the heading above a line that underlines it, or `undefined`. */
  private levelOfUnderlined(line: number, text: string): 1 | 2 | undefined {
    if (this.blockStart === undefined || line - this.blockStart > 3) return undefined;
    const level = setextLevel(text);
    if (level === undefined) return undefined;
    for (let above = this.blockStart; above < line; above += 1) {
      const textAbove = this.lines.text(above);
      if (notAParagraph.test(textAbove) || openingFence(textAbove) !== undefined) return undefined;
    }
    return level;
  }

  /** Fenced code is one block with the paragraph above it. An unclosed fence extends to the end. */
  private skipFence(line: number, fence: OpeningFence): number {
    for (let next = line + 1; next < this.lines.count; next += 1) {
      if (closesFencedCode(this.lines.text(next), fence)) return next + 1;
    }
    return this.lines.count;
  }

  private endBlock(line: number): void {
    const from = this.blockStart;
    this.blockStart = undefined;
    if (from === undefined) return;
    const siblings = this.open.at(-1)?.node.children ?? this.roots;
    siblings.push(nodeOver(this.extent(from, line)));
  }

  private openSection(level: number, line: number, heading: { from: number; to: number }): void {
    this.closeSections(level, line);
    const { lines } = this;
    const start = lines.start(heading.from);
    const text = lines.content.slice(start, lines.end(heading.to - 1));
    // Only from the first of several spaces: from each of them a long run would take quadratic time.
    const title = text.replace(/^ {0,3}#{1,6}(?:[ \t]+|$)/u, '').replace(/(?<![ \t])[ \t]+#+[ \t]*$/u, '');
    const name = nameIn(title, 0, title.length);
    const node = nodeOver(this.extent(heading.from, heading.to), { name });
    (this.open.at(-1)?.node.children ?? this.roots).push(node);
    this.open.push({ level, node });
  }

  private closeSections(level: number, line: number): void {
    for (let last = this.open.at(-1); last !== undefined && last.level >= level; last = this.open.at(-1)) {
      this.open.pop();
      const { end, endLine } = this.extent(last.node.startLine, line);
      last.node.end = end;
      last.node.endLine = endLine;
    }
  }

  /** The lines `[from, to)` without blank ones at their end. */
  private extent(from: number, to: number): Extent {
    const { lines } = this;
    let last = to - 1;
    while (last > from && lines.text(last).trim() === '') last -= 1;
    return { start: lines.start(from), end: lines.end(last), startLine: from, endLine: last };
  }
}

type Extent = Pick<SyntaxNode, 'start' | 'end' | 'startLine' | 'endLine'>;

/** @param section absent for a block */
function nodeOver({ start, end, startLine, endLine }: Extent, section?: Pick<SyntaxNode, 'name'>): OpenSection['node'] {
  return {
    role: section === undefined ? 'statement' : 'definition',
    kind: section === undefined ? 'block' : 'section',
    name: section?.name,
    nameOffset: start,
    label: section?.name,
    furtherNames: [],
    start,
    end,
    startLine,
    endLine,
    leadLine: startLine,
    isContainer: section !== undefined,
    hasError: false,
    callable: 'none',
    isUnit: false,
    children: [],
  };
}

/** The line after a front matter at the head of the text, else 0. */
function frontMatterEnd(lines: LineIndex): number {
  const opening = lines.text(0).trimEnd();
  if (opening !== '---' && opening !== '+++') return 0;
  for (let line = 1; line < lines.count; line += 1) {
    if (lines.text(line).trimEnd() === opening) return line + 1;
  }
  return 0;
}
