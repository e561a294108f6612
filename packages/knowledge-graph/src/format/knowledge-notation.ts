import type { AxiomSeverity, PropertyValue } from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';
import { Document, isScalar, Scalar, visit, type YAMLMap } from 'yaml';

import type { EntityView } from './entity-view.js';
import { onOneLine } from './plain-text.js';

/** A relationship by the names of its ends. */
interface RelationshipView {
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

/** A rule in words. */
export interface RuleView {
  readonly severity: AxiomSeverity;
  /** Description of the rule, on one line. */
  readonly rule: string;
  readonly name: string;
  readonly description?: string;
}

/** Written facts, one text each. */
interface WrittenFacts {
  /** At least one. */
  readonly entities: readonly string[];
  readonly relationships: readonly string[];
  readonly rules: readonly string[];
}

/** A notation for facts. Each is written separately, so that leaving one out does not change others. */
export interface KnowledgeNotation {
  entity(view: EntityView): string;
  relationship(view: RelationshipView): string;
  rule(view: RuleView): string;
  whole(written: WrittenFacts): string;
}

/** A character that ends a line. */
const lineEnd = /[\r\n\v\f\u0085\u2028\u2029]/u;

/** Characters that are marks in a line of Markdown. */
const mark = /[\\`*_[\]<>&#|~!$]/gu;

/** Characters at the start of a line that make it a list, a rule or the underline of a heading. */
const markAtStart = /^(\d*)([-+=:.)])/u;

/** Headings and lists. No text of a fact can end a line, start a mark or close a fence. */
export const markdownNotation: KnowledgeNotation = {
  entity: (view) => [`### ${codeSpan(view.name)} (${escaped(view.type)})`, ...markdownDetails(view)].join('\n'),
  relationship: ({ from, type, to }) => `- ${codeSpan(from)} ${escaped(type)} ${codeSpan(to)}`,
  rule: ({ severity, rule, name, description }) =>
    `- **${severity}** ${escaped(rule)} (${escaped(name)})${description === undefined ? '' : ` ${escaped(description)}`}`,
  whole: ({ entities, relationships, rules }: WrittenFacts) =>
    [
      entities.join('\n\n'),
      ...(relationships.length === 0 ? [] : [`### Relationships\n\n${relationships.join('\n')}`]),
      ...(rules.length === 0 ? [] : [`### Rules\n\n${rules.join('\n')}`]),
    ].join('\n\n'),
};

function markdownDetails({ aliases, description, properties = {} }: EntityView): readonly string[] {
  const names = aliases === undefined ? [] : ['', `Also called ${aliases.map(codeSpan).join(', ')}`];
  const items = Object.entries(properties).map(([name, value]) => item(name, value));
  return [
    ...names,
    ...(description === undefined ? [] : ['', paragraph(description)]),
    ...(items.length === 0 ? [] : ['', ...items]),
  ];
}

function paragraph(text: string): string {
  return lineEnd.test(text) ? fenced(text) : escaped(text);
}

function item(name: string, value: PropertyValue): string {
  const label = `- ${escaped(name)}:`;
  if (typeof value === 'string')
    return lineEnd.test(value) ? `${label}\n\n${indented(fenced(value))}` : `${label} ${escaped(value)}`;
  if (Array.isArray(value) && value.every((inner) => typeof inner !== 'object')) {
    return `${label} ${value.map((inner) => codeSpan(String(inner))).join(', ')}`;
  }
  return `${label} ${codeSpan(JSON.stringify(value))}`;
}

function fenced(text: string): string {
  const lines = text.split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/u).map((line) => line.replace(/\p{Cc}+/gu, ' '));
  return fence(lines.join('\n'), 'text');
}

/** Indents a text, as a part of a list item. */
function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `  ${line}`))
    .join('\n');
}

/** A code span whose delimiters are longer than any run of backticks in it. */
function codeSpan(text: string): string {
  const line = onOneLine(text);
  let longest = 0;
  for (const [run] of line.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  const ticks = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${line === '' ? ' ' : line}${space}${ticks}`;
}

function escaped(text: string): string {
  return onOneLine(text).replace(mark, '\\$&').replace(markAtStart, '$1\\$2');
}

/** Text that every YAML parser reads unchanged from a block: printable, with ordinary line ends. */
const plainBlock = /^[^\p{Cc}\u2028\u2029\uFEFF\s][^\p{Cc}\u2028\u2029\uFEFF]*(?:\n[^\p{Cc}\u2028\u2029\uFEFF]*)*$/u;

/** One line of ordinary text: the library decides whether it needs quotes. */
const plainLine = /^[^\p{Cc}\u2028\u2029\uFEFF]*$/u;

/** Maximum length of a text that shares a line with others, in UTF-16 units. */
const maxInLineLength = 100;

/** A YAML document of lists. Each fact is written separately as a list item. */
export const yamlNotation: KnowledgeNotation = {
  entity: (view) => itemOf(view),
  relationship: lineOf,
  rule: (view) => itemOf(view),
  whole: ({ entities, relationships, rules }: WrittenFacts) =>
    Object.entries({ entities, relationships, rules })
      .filter(([, facts]) => facts.length > 0)
      .map(([name, facts]) => `${name}:\n${facts.join('\n')}`)
      .join('\n'),
};

/** A relationship, in one line if its names are short. */
function lineOf(view: RelationshipView): string {
  return itemOf(view, ({ items }) => items.every(({ value }) => isShort(value)));
}

function itemOf(value: object, isInLine: (map: YAMLMap) => boolean = ({ items }) => items.length === 0): string {
  const document = new Document([value as PropertyValue], { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_key, node) => {
      quoteWhereNeeded(node);
    },
    Pair: (_key, { key }) => {
      if (isScalar(key)) quoteWhereNeeded(key);
    },
    Map: (_key, node) => {
      if (isInLine(node)) node.flow = true;
    },
    Seq: (_key, node) => {
      if (node.items.every(isShort)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, minContentWidth: 0, flowCollectionPadding: false }).replace(/\n$/u, '');
}

function quoteWhereNeeded(node: Scalar): void {
  const { value } = node;
  if (typeof value !== 'string' || plainLine.test(value)) return;
  node.type = plainBlock.test(value) && !/\s$/u.test(value) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** Whether an item may share a line with others, which takes half the tokens of separate lines. */
function isShort(item: unknown): boolean {
  if (!isScalar(item)) return false;
  return typeof item.value !== 'string' || (item.value.length <= maxInLineLength && plainLine.test(item.value));
}

/** Text without marks: one line per fact, with its details indented below. */
export const plainNotation: KnowledgeNotation = {
  entity: (view) => [`${onOneLine(view.type)}: ${onOneLine(view.name)}`, ...plainDetails(view)].join('\n'),
  relationship: ({ from, type, to }) => `${onOneLine(from)} ${onOneLine(type)} ${onOneLine(to)}`,
  rule: ({ severity, rule, name, description }) =>
    `${severity}: ${onOneLine(rule)} (${onOneLine(name)})${description === undefined ? '' : ` ${onOneLine(description)}`}`,
  whole: ({ entities, relationships, rules }: WrittenFacts) =>
    [['Entities', entities] as const, ['Relationships', relationships] as const, ['Rules', rules] as const]
      .filter(([, facts]) => facts.length > 0)
      .map(([title, facts]) => `${title}\n\n${facts.join(title === 'Entities' ? '\n\n' : '\n')}`)
      .join('\n\n'),
};

function plainDetails({ aliases, description, properties = {} }: EntityView): readonly string[] {
  return [
    ...(aliases === undefined ? [] : [`  also called: ${aliases.map(onOneLine).join(', ')}`]),
    ...(description === undefined ? [] : [`  ${onOneLine(description)}`]),
    ...Object.entries(properties).map(([name, value]) => `  ${onOneLine(name)}: ${onOneLine(shown(value))}`),
  ];
}

/** A value in plain text; nested values are in brackets. */
function shown(value: PropertyValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((inner) => typeof inner !== 'object')) return value.map(String).join(', ');
  return JSON.stringify(value);
}

/** A JSON document with one fact per line. */
export const jsonNotation: KnowledgeNotation = {
  entity: (view) => JSON.stringify(view),
  relationship: (view) => JSON.stringify(view),
  rule: (view) => JSON.stringify(view),
  whole: ({ entities, relationships, rules }: WrittenFacts) => {
    const lists = Object.entries({ entities, relationships, rules })
      .filter(([, facts]) => facts.length > 0)
      .map(([name, facts]) => `"${name}": [\n${facts.join(',\n')}\n]`);
    return `{\n${lists.join(',\n')}\n}`;
  },
};
