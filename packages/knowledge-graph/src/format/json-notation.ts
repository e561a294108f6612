import type { KnowledgeNotation, WrittenFacts } from './knowledge-notation.js';

/** A JSON document, a fact a line. */
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
