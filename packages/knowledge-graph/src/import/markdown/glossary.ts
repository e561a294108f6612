import type { EntityKey } from '@lexichord/abstractions';
import { normalizeWhiteSpace } from '@lexichord/markdown';

import type { MarkdownBlock, MarkdownLines, MarkdownRow, MarkdownText } from '../../../worker/reading-task.mjs';
import { cleanName, shortened, shownName, wellFormed } from '../clean-text.js';
import { type FactCollector, type Lines } from '../fact-collector.js';
import { aliasesIn, namesOf } from './names-of.js';

/** Maximum length of a definition, in UTF-16 units. */
const maxDefinitionLength = 2_000;

/** Maximum length of a term before a colon, in UTF-16 units: longer texts are sentences. */
const maxTermLength = 80;
const maxWordsOfTerm = 8;

const termColumn = /^(?:terms?|words?|phrases?|keywords?|name|entry|acronyms?|abbreviations?)$/iu;
/** Columns that show, even outside a glossary, that a table lists terms. */
const sureTermColumn = /^(?:terms?|acronyms?|abbreviations?)$/iu;
const definitionColumn =
  /^(?:definitions?|meanings?|descriptions?|explanations?|expansions?|stands for|what it means)$/iu;
const aliasColumn =
  /^(?:alias(?:es)?|synonyms?|also(?: known as| called)?|aka|other names|abbreviations?|acronyms?)$/iu;

const glossaryTitle =
  /^(?:[\d.]+\s+)?(?:the\s+)?(?:glossary(?: of .{1,60})?|(?:key |common |domain |important )?(?:terms|terminology|vocabulary|definitions|concepts and terms)|terms (?:and|&) definitions|definitions (?:and|&) terms|acronyms(?: (?:and|&) abbreviations)?|abbreviations(?: (?:and|&) acronyms)?|ubiquitous language|glossar|begriffe|glossaire|glosario)$/iu;

/** A term with its definition. */
export interface DefinedTerm {
  /** As written, with its parentheses. */
  readonly term: string;
  readonly definition: string;
  readonly aliases?: readonly string[] | undefined;
  /** From the other columns of a table. */
  readonly properties?: Readonly<Record<string, string>> | undefined;
  readonly lines: Lines;
}

/** Whether a title announces that the headings below it, or in the file of this name, are terms. */
export function isGlossaryTitle(title: string): boolean {
  return glossaryTitle.test(cleanName(title));
}

/** Adds a term and its definition. The first definition of a term holds; others are reported. */
export function addTerm(
  collector: FactCollector,
  { term, definition, aliases = [], properties = {}, lines }: DefinedTerm,
): EntityKey | undefined {
  const names = namesOf(term);
  const text = wellFormed(shortened(normalizeWhiteSpace(definition), maxDefinitionLength));
  if (names.name === '' || text === '') return undefined;
  const existing = collector.find({ type: 'Term', name: names.name });
  if (existing !== undefined && existing.properties?.['definition'] !== text) {
    const { startLine } = existing.source;
    const message = `The term ${shownName(names.name)} already has a definition in line ${startLine}, which is used.`;
    collector.addWarning(lines.startLine, message);
  }
  const key = collector.addEntity(
    {
      type: 'Term',
      name: names.name,
      aliases: [...names.aliases, ...aliasesIn(text), ...aliases],
      properties: { definition: text, ...properties },
    },
    lines,
  );
  const meaning = { type: 'Definition', name: `definition of ${names.name}` };
  collector.addEntity({ ...meaning, properties: { text, term: names.name } }, lines);
  collector.addRelationship({ type: 'defines', from: key, to: meaning }, lines);
  return key;
}

/** The terms of a table; `undefined` if its columns are not those of a glossary. */
export function termsOfTable(rows: readonly MarkdownRow[], isGlossary: boolean): readonly DefinedTerm[] | undefined {
  const [head, ...body] = rows;
  const titles = (head?.cells ?? []).map(({ text }) => cleanName(text));
  const isTerm = isGlossary ? termColumn : sureTermColumn;
  const term = titles.findIndex((title) => isTerm.test(title));
  const definition = titles.findIndex((title, index) => index !== term && definitionColumn.test(title));
  if (term === -1 || definition === -1) return undefined;
  return body.map(({ cells, lines }) => {
    const textAt = (index: number): string => cells[index]?.text ?? '';
    const others = titles.flatMap((title, index) => (index === term || index === definition ? [] : [{ title, index }]));
    const named = others.filter(({ title }) => aliasColumn.test(title));
    const further = others.filter(({ title, index }) => title !== '' && !named.some((other) => other.index === index));
    return {
      term: textAt(term),
      definition: textAt(definition),
      aliases: named.flatMap(({ index }) =>
        textAt(index)
          .split(/[,;]/u)
          .map(cleanName)
          .filter((alias) => !/^[-–—]?$/u.test(alias)),
      ),
      properties: Object.fromEntries(
        further.filter(({ index }) => textAt(index) !== '').map(({ title, index }) => [title, textAt(index)]),
      ),
      lines: linesOf(lines),
    };
  });
}

/** The term at the start of a text: `**Term**: meaning`, `Term: meaning`, `**Term** – meaning`. */
export function termOfText({ text, lead }: MarkdownText, lines: MarkdownLines): DefinedTerm | undefined {
  if (lead !== undefined && text.startsWith(lead)) {
    const definition = /^\s*(?:\([^()]*\)\s*)?[:：]?\s*(?:[-–—:]\s+)?(?=\S)/u.exec(text.slice(lead.length));
    const between = definition?.[0] ?? '';
    const hasMark = /[:：–—-]/u.test(between) || /[:：]$/u.test(lead);
    if (!hasMark) return undefined;
    const parentheses = /\([^()]*\)/u.exec(between)?.[0] ?? '';
    return {
      term: `${lead.replace(/[:：]\s*$/u, '')} ${parentheses}`.trim(),
      definition: text.slice(lead.length + between.length),
      lines: linesOf(lines),
    };
  }
  // A definition list of some dialects, or a colon after a few words.
  const match = /^([^:：\n]{1,120}?)(?:[:：]\s+|\s+[–—]\s+|\n:\s+)([\s\S]+)$/u.exec(text);
  const [, term = '', definition = ''] = match ?? [];
  const isTerm = term !== '' && term.length <= maxTermLength && term.split(/\s+/u).length <= maxWordsOfTerm;
  return isTerm ? { term, definition, lines: linesOf(lines) } : undefined;
}

/** The terms of a list or a paragraph of a glossary. */
export function termsOfBlock(block: MarkdownBlock): readonly DefinedTerm[] {
  if (block.kind === 'list') return block.items.flatMap(({ text, lines }) => termOfText(text, lines) ?? []);
  if (block.kind === 'paragraph') return [termOfText(block.text, block.lines) ?? []].flat();
  return [];
}

export function linesOf([startLine, endLine]: MarkdownLines): Lines {
  return { startLine, endLine };
}
