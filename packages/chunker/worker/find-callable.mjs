// @ts-check
import { nodeCallables } from './parse-protocol.mjs';

const [none, held, self] = nodeCallables.keys();

/** A function that is a smaller part of its node than this is a detail of it. */
const minShare = 1 / 3;

/** Levels between a statement and a function in it that is most of it, with some to spare. */
const deepestLevel = 12;

/** UTF-16 units. Shorter code has no function in it that is worth a look. */
const minLength = 20;

/**
 * Whether the node under the cursor is a function without a name, or holds one that is much of it. Looks only into what
 * is large enough, and not into definitions. The cursor is where it was afterwards.
 *
 * @param {import('web-tree-sitter').TreeCursor} cursor
 * @param {import('./compile-rules.mjs').RuleTable} table
 * @param {{ readonly type: number, readonly length: number, readonly end: number }} node the one under the cursor, for
 *   which asking the cursor would cost more than the rest
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
    // What begins here or later ends too soon to be large.
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
 * To the next node that is not below this one.
 *
 * @param {import('web-tree-sitter').TreeCursor} cursor
 * @param {number} depth
 * @returns {number} levels that it is higher; all of them if there is no next node
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
