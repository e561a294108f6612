import type { LineIndex } from '@lexichord/platform/internal';

import { nameIn } from './node-name.js';
import type { SyntaxNode } from './syntax-node.js';

interface OpenSection {
  readonly level: number;
  readonly node: SyntaxNode & { children: SyntaxNode[]; end: number; endLine: number };
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/u;
const numberedHeading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/u;
const underline = /^ {0,3}(=+|-+)[ \t]*$/u;
const notAParagraph = /^(?: {0,3}(?:[>#|]|[-*+][ \t]|\d{1,9}[.)][ \t])|\t| {4})/u;

/**
 * The sections of a Markdown text by its headings, with the blocks between blank lines in them; one pass over the lines
 * (T-016 AC-042). Headings inside fenced code and front matter are none.
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
    const opened = fence.exec(text);
    if (opened?.[1] !== undefined && !(opened[1].startsWith('`') && opened[2]?.includes('`') === true)) {
      this.blockStart ??= line;
      return this.skipFence(line, opened[1]);
    }
    const numbered = numberedHeading.exec(text);
    if (numbered?.[1] !== undefined) {
      this.endBlock(line);
      this.openSection(numbered[1].length, line, { from: line, to: line + 1 });
    } else if (this.isUnderlined(line, text)) {
      const from = this.blockStart ?? line - 1;
      this.blockStart = undefined;
      this.openSection(text.includes('=') ? 1 : 2, from, { from, to: line });
    } else if (text.trim() === '') this.endBlock(line);
    else this.blockStart ??= line;
    return line + 1;
  }

  finish(): readonly SyntaxNode[] {
    this.endBlock(this.lines.count);
    this.closeSections(0, this.lines.count);
    return this.roots;
  }

  private isUnderlined(line: number, text: string): boolean {
    if (this.blockStart === undefined || line - this.blockStart > 3 || !underline.test(text)) return false;
    for (let above = this.blockStart; above < line; above += 1) {
      if (notAParagraph.test(this.lines.text(above)) || fence.test(this.lines.text(above))) return false;
    }
    return true;
  }

  /** Fenced code is one block with the paragraph above it. An unclosed fence goes on to the end. */
  private skipFence(line: number, marker: string): number {
    for (let next = line + 1; next < this.lines.count; next += 1) {
      const closing = fence.exec(this.lines.text(next));
      const isSame = closing?.[1]?.startsWith(marker) === true && closing[2]?.trim() === '';
      if (isSame) return next + 1;
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
    const title = text.replace(/^ {0,3}#{1,6}(?:[ \t]+|$)/u, '').replace(/[ \t]+#+[ \t]*$/u, '');
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
