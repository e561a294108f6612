import type { PropertyValue } from '@lexichord/abstractions';
import { Document, type Node, Scalar, isMap, isScalar, visit } from 'yaml';

import type { KnowledgeNotation, WrittenFacts } from './knowledge-notation.js';

/** Text that every reader of YAML takes as it stands when it is in a block: printable, with ordinary line ends. */
const plainBlock = /^[^\p{Cc}\u2028\u2029\uFEFF\s][^\p{Cc}\u2028\u2029\uFEFF]*(?:\n[^\p{Cc}\u2028\u2029\uFEFF]*)*$/u;

/** One line of ordinary text: the library decides whether it needs quotes. */
const plainLine = /^[^\p{Cc}\u2028\u2029\uFEFF]*$/u;

/** A YAML document of lists. A fact is written by itself as the item of a list. */
export const yamlNotation: KnowledgeNotation = {
  entity: itemOf,
  relationship: itemOf,
  rule: itemOf,
  whole: ({ entities, relationships, rules }: WrittenFacts) =>
    Object.entries({ entities, relationships, rules })
      .filter(([, facts]) => facts.length > 0)
      .map(([name, facts]) => `${name}:\n${facts.join('\n')}`)
      .join('\n'),
};

function itemOf(value: object): string {
  const document = new Document([value as PropertyValue], { aliasDuplicateObjects: false });
  visit(document, {
    Scalar: (_key, node) => {
      quoteWhereNeeded(node);
    },
    Pair: (_key, { key }) => {
      if (isScalar(key)) quoteWhereNeeded(key);
    },
    Map: (_key, node) => {
      if (isFlat(node)) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, minContentWidth: 0, flowCollectionPadding: false }).replace(/\n$/u, '');
}

function quoteWhereNeeded(node: Scalar): void {
  const { value } = node;
  if (typeof value !== 'string' || plainLine.test(value)) return;
  node.type = plainBlock.test(value) && !/\s$/u.test(value) ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE;
}

/** Nothing is written in one line but what is short anyway. */
function isFlat(node: Node): boolean {
  return isMap(node) && node.items.length === 0;
}
