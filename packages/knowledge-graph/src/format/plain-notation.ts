import type { PropertyValue } from '@lexichord/abstractions';

import type { EntityView } from './entity-view.js';
import type { KnowledgeNotation, WrittenFacts } from './knowledge-notation.js';
import { onOneLine } from './plain-text.js';

/** Text without marks: a line a fact, what belongs to it indented below. */
export const plainNotation: KnowledgeNotation = {
  entity: (view) => [`${onOneLine(view.type)}: ${onOneLine(view.name)}`, ...detailsOf(view)].join('\n'),
  relationship: ({ from, type, to }) => `${onOneLine(from)} ${onOneLine(type)} ${onOneLine(to)}`,
  rule: ({ severity, rule, name, description }) =>
    `${severity}: ${onOneLine(rule)} (${onOneLine(name)})${description === undefined ? '' : ` ${onOneLine(description)}`}`,
  whole: ({ entities, relationships, rules }: WrittenFacts) =>
    [['Entities', entities] as const, ['Relationships', relationships] as const, ['Rules', rules] as const]
      .filter(([, facts]) => facts.length > 0)
      .map(([title, facts]) => `${title}\n\n${facts.join(title === 'Entities' ? '\n\n' : '\n')}`)
      .join('\n\n'),
};

function detailsOf({ aliases, description, properties = {} }: EntityView): readonly string[] {
  return [
    ...(aliases === undefined ? [] : [`  also called: ${aliases.map(onOneLine).join(', ')}`]),
    ...(description === undefined ? [] : [`  ${onOneLine(description)}`]),
    ...Object.entries(properties).map(([name, value]) => `  ${onOneLine(name)}: ${onOneLine(shown(value))}`),
  ];
}

/** A value as people write it: the structure of nested ones is in brackets. */
function shown(value: PropertyValue): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((inner) => typeof inner !== 'object')) return value.map(String).join(', ');
  return JSON.stringify(value);
}
