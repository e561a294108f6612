import type { PropertyValue } from '@lexichord/abstractions';
import { fence } from '@lexichord/platform/internal';

import type { EntityView } from './entity-view.js';
import type { KnowledgeNotation, WrittenFacts } from './knowledge-notation.js';
import { onOneLine } from './plain-text.js';

/** Something that ends a line. */
const lineEnd = /[\r\n\v\f\u0085\u2028\u2029]/u;

/** Characters that Markdown takes for marks within a line. */
const mark = /[\\`*_[\]<>&#|~!$]/gu;

/** What at the beginning of a line makes it a list, a rule or the underline of a heading. */
const markAtStart = /^(\d*)([-+=:.)])/u;

/** Headings and lists. Nothing of the facts can end a line, begin a mark or close a fence. */
export const markdownNotation: KnowledgeNotation = {
  entity: (view) => [`### ${codeSpan(view.name)} (${escaped(view.type)})`, ...detailsOf(view)].join('\n'),
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

function detailsOf({ aliases, description, properties = {} }: EntityView): readonly string[] {
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

/** Part of the list's item. */
function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : `  ${line}`))
    .join('\n');
}

/** A code span whose marks are longer than any in it. */
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
