import { type OpeningFence, atxHeading, closesFencedCode, openingFence, setextLevel } from '@lexichord/markdown';

import { distinctWords, foldCase } from './folded-words.js';

/** Kind of a stretch of prose. */
export type ProseKind = 'heading' | 'paragraph' | 'list' | 'table' | 'quote';

/** A heading, a paragraph, an item of a list, a cell of a table …: a continuous text. */
export interface ProseBlock {
  readonly kind: ProseKind;
  /** 1 to 6 for a heading, else 0. */
  readonly level: number;
  /** One line, without markup and without code. */
  readonly text: string;
}

/** Readable text of a document. */
export interface ProseText {
  readonly blocks: readonly ProseBlock[];
  /** The text with line feeds for line ends, cut to {@link maxProseLength}. */
  readonly raw: string;
  /** Blocks and raw text, folded, line by line. */
  readonly folded: string;
  /** Every run of letters and digits of `folded`, each once, with spaces between them. */
  readonly words: string;
}

/** Maximum length of the text that is checked, in UTF-16 units: it serves to select rules, not to enforce them. */
export const maxProseLength = 200_000;
/**
 * Maximum length of a block, in UTF-16 units; longer ones are cut, as matching can take quadratic time in a block's
 * length.
 */
export const maxBlockLength = 2_000;

const lineEnds = /\r\n|[\r\n\u0085\u2028\u2029]/g;
const listMarker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
const quoteMarker = /^ {0,3}>[ \t]?/;

/**
 * Extracts the prose of Markdown or plain text: front matter (between lines of `---` or `+++`), fenced code, comments,
 * code spans, addresses and emphasis marks are left out, as Vale does. Line by line and in linear time: callers that
 * need the exact structure of a document use `IDocumentStructureService`.
 */
export function toProseText(text: string): ProseText {
  const raw = text.slice(0, maxProseLength).replace(lineEnds, '\n');
  const lines = dropComments(raw.replace(/^\uFEFF/, '')).split('\n');
  const collector = new BlockCollector();
  let fence: OpeningFence | undefined;
  for (const line of lines.slice(frontMatterLength(lines))) {
    if (fence !== undefined) {
      if (closesFencedCode(line, fence)) fence = undefined;
      continue;
    }
    fence = openingFence(line);
    if (fence === undefined) collector.add(line);
    else collector.close();
  }
  collector.close();
  const { blocks } = collector;
  const folded = foldCase([raw, ...blocks.map((block) => block.text)].join('\n'));
  return { blocks, raw, folded, words: distinctWords(folded) };
}

/**
 * Splits the text into pieces of at most {@link maxBlockLength}, each up to a space or the end of a line if there is
 * one.
 */
export function cutAtSpaces(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at, at + maxBlockLength);
    const space = at + rest.length < text.length ? Math.max(rest.lastIndexOf(' '), rest.lastIndexOf('\n')) : -1;
    const piece = space > 0 ? rest.slice(0, space + 1) : rest;
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

function dropComments(text: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = text.indexOf('<!--', from);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + 3;
  }
}

/** Lines of front matter, its two markers included; 0 when there is none. */
function frontMatterLength(lines: readonly string[]): number {
  const marker = lines[0]?.trimEnd();
  if (marker !== '---' && marker !== '+++') return 0;
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === marker);
  return end + 1;
}

class BlockCollector {
  readonly blocks: ProseBlock[] = [];
  private kind: ProseKind = 'paragraph';
  private lines: string[] = [];

  add(line: string): void {
    const trimmed = line.trim();
    if (trimmed === '') this.close();
    else if (atxHeading(line) !== undefined) this.addHeading(trimmed);
    else if (this.endsSetext(trimmed)) this.close('heading', setextLevel(trimmed));
    else if (trimmed.startsWith('|')) this.addRow(trimmed);
    else this.addLine(line);
  }

  /** Ends the current block. */
  close(kind: ProseKind = this.kind, level = 0): void {
    this.push(kind, level, this.lines.join(' '));
    this.lines = [];
    this.kind = 'paragraph';
  }

  private endsSetext(trimmed: string): boolean {
    return this.kind === 'paragraph' && this.lines.length > 0 && setextLevel(trimmed) !== undefined;
  }

  private addHeading(trimmed: string): void {
    this.close();
    const level = trimmed.length - trimmed.replace(/^#+/, '').length;
    let end = trimmed.length;
    while (end > level && trimmed[end - 1] === '#') end -= 1;
    const hasClosingMarks = end < trimmed.length && /[ \t]/.test(trimmed[end - 1] ?? '');
    this.push('heading', level, trimmed.slice(level, hasClosingMarks ? end : undefined));
  }

  private addRow(trimmed: string): void {
    this.close();
    if (/^[\s|:-]+$/.test(trimmed)) return;
    for (const cell of trimmed.split('|')) this.push('table', 0, cell);
  }

  private addLine(line: string): void {
    if (quoteMarker.test(line)) {
      if (this.kind !== 'quote') this.close();
      this.kind = 'quote';
      this.lines.push(line.replace(quoteMarker, '').trim());
    } else if (listMarker.test(line)) {
      this.close();
      this.kind = 'list';
      this.lines.push(line.replace(listMarker, '').trim());
    } else {
      this.lines.push(line.trim());
    }
  }

  private push(kind: ProseKind, level: number, markup: string): void {
    const text = dropMarkup(markup).trim();
    for (const piece of cutAtSpaces(text)) this.blocks.push({ kind, level, text: piece });
  }
}

/** Removes markup. Each replacement reads a character a bounded number of times in any text. */
function dropMarkup(text: string): string {
  return text
    .replace(/`+[^`]*`/g, '`')
    .replace(/\]\([^()]*\)/g, '')
    .replace(/\bhttps?:\/\/[^\s<>]+/g, '`')
    .replace(/<\/?[A-Za-z][^<>]*>/g, '')
    .replace(/!?\[|\]/g, '')
    .replace(/\*+/g, '')
    .replace(/(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9_])/g, '');
}
