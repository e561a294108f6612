import type { PropertyValue } from '@lexichord/abstractions';
import { Document, Scalar, type YAMLMap, isScalar, visit } from 'yaml';

import type { KnowledgeNotation, RelationshipView, WrittenFacts } from './knowledge-notation.js';

/** Text that every reader of YAML takes as it stands when it is in a block: printable, with ordinary line ends. */
const plainBlock = /^[^\p{Cc}\u2028\u2029\uFEFF\s][^\p{Cc}\u2028\u2029\uFEFF]*(?:\n[^\p{Cc}\u2028\u2029\uFEFF]*)*$/u;

/** One line of ordinary text: the library decides whether it needs quotes. */
const plainLine = /^[^\p{Cc}\u2028\u2029\uFEFF]*$/u;

/** Longest text in a line with others, in UTF-16 units. */
const maxInLineLength = 100;

/** A YAML document of lists. A fact is written by itself as the item of a list. */
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

/** A relationship, in one line where its names are short. */
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

/** What is written in one line with others: that takes half the tokens of a line each. */
function isShort(item: unknown): boolean {
  if (!isScalar(item)) return false;
  return typeof item.value !== 'string' || (item.value.length <= maxInLineLength && plainLine.test(item.value));
}
