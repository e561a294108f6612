// @ts-check
import { nodeCallables } from './parse-protocol.mjs';

const [none, held, self] = nodeCallables.keys();

/** Minimum share of a node for a function in it; a smaller one is a detail. */
const minShare = 1 / 3;

/** Maximum number of levels between a statement and a function that is most of it, with a margin. */
const deepestLevel = 12;

/** Minimum length of code with a relevant function, in UTF-16 units. */
const minLength = 20;

/**
 * Whether the node under the cursor is an anonymous function, or contains one that is a large part of it. Searches only
 * large enough nodes, and no definitions. Restores the position of the cursor.
 *
 * @param {import('web-tree-sitter').TreeCursor} cursor
 * @param {import('./compile-rules.mjs').RuleTable} table
 * @param {{ readonly type: number, readonly length: number, readonly end: number }} node the one under the cursor;
 * reading these values from the cursor would cost more than the rest
 * @returns {number} position in `nodeCallables`
 */
export function callableOf(cursor, table, { type, length, end }) {
  if (table.isAnonymous[type] === 1) return self;
  if (!table.hasAnonymous || length < minLength || !cursor.gotoFirstChild()) return none;
  const minCallableLength = length * minShare;
  let found = none;
  let depth = 1;
  while (depth > 0) {
    const start = cursor.startIndex;
    // Nodes that begin here or later are too short.
    if (start > end - minCallableLength) break;
    const isLarge = cursor.endIndex - start >= minCallableLength;
    const rule = isLarge ? table.rules[table.ruleOfType[cursor.nodeTypeId] ?? -1] : undefined;
    if (rule?.isAnonymous === true) {
      // The parts of a transparent node belong to its parent.
      found = depth === 1 && rule.role === 'transparent' ? self : held;
      break;
    }
    if (isLarge && rule?.role !== 'definition' && depth < deepestLevel && cursor.gotoFirstChild()) depth += 1;
    else depth -= stepsToNext(cursor, depth);
  }
  for (; depth > 0; depth -= 1) cursor.gotoParent();
  return found;
}

/**
 * Moves to the next node that is not below this one.
 *
 * @param {import('web-tree-sitter').TreeCursor} cursor
 * @param {number} depth
 * @returns {number} number of levels moved up; all of them without a next node
 */
function stepsToNext(cursor, depth) {
  let steps = 0;
  while (!cursor.gotoNextSibling()) {
    cursor.gotoParent();
    steps += 1;
    if (steps === depth) break;
  }
  return steps;
}
