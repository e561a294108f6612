import type { LineIndex } from '@lexichord/platform/internal';

import { maxReadableLine } from './declaration-lines.js';

/** Maximum length of a sentence, in UTF-16 units; longer ones are cut. */
const maxDocumentationLength = 120;

/** Maximum number of lines before a declaration that are read. */
const maxLinesBefore = 40;

/** Line range of a declaration in its text, 0-based. */
interface DeclarationLines {
  /** Its first line. */
  readonly from: number;
  /** The line after its last. */
  readonly behind: number;
}

/** Returns the first sentence of the comment before a declaration, or of the string after it, as in Python. */
export function documentationLine(lines: LineIndex, { from, behind }: DeclarationLines): string | undefined {
  return sentenceOf(commentBefore(lines, from)) ?? sentenceOf(stringAt(lines, behind));
}

/** Returns the comment lines directly before a line; attributes and decorators may come between. */
function commentBefore(lines: LineIndex, from: number): readonly string[] {
  const texts: string[] = [];
  for (let line = from - 1; line >= 0 && from - line <= maxLinesBefore; line -= 1) {
    const text = beginningOf(lines, line);
    if (/^(?:@|#?\[)/u.test(text)) continue;
    if (!/^(?:\/\/|\/\*|\*|#|--)|\*\/$/u.test(text)) break;
    texts.unshift(text.replace(/^(?:\/\*+|\*\/|\*+|\/\/[/!]*|#+|--+)/u, '').replace(/\*+\/$/u, ''));
  }
  return texts;
}

function stringAt(lines: LineIndex, line: number): readonly string[] {
  if (line >= lines.count) return [];
  const text = beginningOf(lines, line);
  const quotes = /^[rRuU]?(?<quotes>"""|''')/u.exec(text);
  if (quotes === null) return [];
  const first = text.slice(quotes[0].length);
  const rest = line + 1 < lines.count ? beginningOf(lines, line + 1) : '';
  return [first === '' ? rest : first].map((one) => one.replace(quotes.groups?.quotes ?? '', ''));
}

/** A line without surrounding white space; of a long line only the readable beginning. */
function beginningOf(lines: LineIndex, line: number): string {
  return lines.text(line).slice(0, maxReadableLine).trim();
}

/** Text up to a blank line or the first tag, such as `@param`; without markup. */
function firstParagraph(texts: readonly string[]): string {
  const paragraph: string[] = [];
  for (const text of texts.map((one) => one.replaceAll(/<\/?\w[^>]*>/gu, '').trim())) {
    if (text.startsWith('@') || (text === '' && paragraph.length > 0)) break;
    if (/[\p{L}\p{N}]/u.test(text)) paragraph.push(text);
  }
  return paragraph.join(' ');
}

function sentenceOf(texts: readonly string[]): string | undefined {
  const paragraph = firstParagraph(texts);
  const sentence = /^.*?[.!?](?=\s|$)/su.exec(paragraph)?.[0] ?? paragraph;
  if (sentence === '') return undefined;
  if (sentence.length <= maxDocumentationLength) return sentence;
  return `${sentence
    .slice(0, maxDocumentationLength)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd()} …`;
}
