// @ts-check
import { describeDefinition, furtherNames } from './describe-definition.mjs';
import { callableOf } from './find-callable.mjs';
import { NextMatch } from './next-match.mjs';
import { nodeCallables, nodeRoles } from './parse-protocol.mjs';

const [statement, definition, imports, comment, lead, error, rest, name] = nodeRoles.keys();
const [noCallable] = nodeCallables.keys();
const roleCodes = { definition, imports, comment, lead, rest };

/**
 * The visited nodes below a node: all, or only those of the rules and of `only`, whose children are visited in turn.
 *
 * @typedef {object} Frame
 * @property {number} level of the found nodes
 * @property {ReadonlySet<number> | undefined} only `undefined`: everything
 */

/**
 * @typedef {object} Collection
 * @property {import('web-tree-sitter').Tree} tree
 * @property {string} content
 * @property {import('./compile-rules.mjs').RuleTable} table
 * @property {import('./parse-protocol.mjs').ParseLimits} limits
 * @property {() => boolean} isOverdue
 */

/**
 * The nodes at which a file may be cut, as a flat list (`ParseOutcome.nodes`): definitions with their members, the
 * nodes beside them, and the parts of long nodes. Short bodies and expressions are not entered.
 *
 * @param {Collection} collection
 * @returns {Int32Array | undefined} undefined after a timeout
 */
export function collectNodes({ tree, content, table, limits, isOverdue }) {
  const cursor = tree.walk();
  /** @type {number[]} */
  const nodes = [];
  const callables = table.callable && new NextMatch(table.callable, content);
  /** @type {Frame[]} */
  const frames = [];
  try {
    /** @type {Frame | undefined} */
    let below = { level: 0, only: undefined };
    for (;;) {
      if (isOverdue()) return undefined;
      if (below !== undefined && cursor.gotoFirstChild()) frames.push(below);
      else if (!advance(cursor, frames)) return Int32Array.from(nodes);
      below = visit({ cursor, content, table, limits, nodes, callables }, /** @type {Frame} */ (frames.at(-1)));
    }
  } finally {
    cursor.delete();
  }
}

/**
 * Moves to the next node that is not below the current one.
 *
 * @param {import('web-tree-sitter').TreeCursor} cursor
 * @param {Frame[]} frames
 */
function advance(cursor, frames) {
  while (frames.length > 0) {
    if (cursor.gotoNextSibling()) return true;
    cursor.gotoParent();
    frames.pop();
  }
  return false;
}

/**
 * Records the node if it is relevant.
 *
 * @param {object} walk
 * @param {import('web-tree-sitter').TreeCursor} walk.cursor
 * @param {string} walk.content
 * @param {import('./compile-rules.mjs').RuleTable} walk.table
 * @param {import('./parse-protocol.mjs').ParseLimits} walk.limits
 * @param {number[]} walk.nodes
 * @param {NextMatch | undefined} walk.callables possible positions of anonymous functions; absent: anywhere
 * @param {Frame} frame
 * @returns {Frame | undefined} how to visit its children; undefined: not at all
 */
function visit({ cursor, content, table, limits, nodes, callables }, { level, only }) {
  const type = cursor.nodeTypeId;
  const inner = { level: level + 1, only: undefined };
  if (type === table.errorType) {
    nodes.push(level, error, -1, -1, cursor.startIndex, cursor.endIndex, -1, -1, 1, 0);
    return inner;
  }
  const index = table.ruleOfType[type] ?? -1;
  const rule = table.rules[index];
  if (only?.has(type) || rule?.role === 'transparent') return { level, only: undefined };
  if (rule === undefined && (only !== undefined || table.isNamed[type] === 0)) return undefined;

  const start = cursor.startIndex;
  const end = cursor.endIndex;
  const length = end - start;
  const members = { level: level + 1, only: table.members[index] };
  if (rule?.role === 'definition') {
    const node = cursor.currentNode;
    const described = describeDefinition(node, rule, table.paths[index]);
    if (described !== undefined) {
      const { kind, nameStart, nameEnd, hasError } = described;
      nodes.push(level, definition, index, kind, start, end, nameStart, nameEnd, hasError, 0);
      pushNames(nodes, node, { table, index, level: level + 1, known: [nameStart, nameEnd] });
      if (rule.isContainer) return members;
      if (length > (rule.isLeaf ? limits.openFunctions : limits.openOthers)) return inner;
      // A short function is searched only for functions in it.
      if (table.nested?.test(content.slice(start, end))) return inner;
      return rule.members === undefined ? undefined : members;
    }
  } else if (rule !== undefined && rule.role !== 'holder') {
    nodes.push(level, roleCodes[rule.role], index, -1, start, end, -1, -1, 0, 0);
    if (rule.role === 'rest') return length > limits.openFunctions ? inner : undefined;
    // Some grammars put the comment of the next node into the last import.
    return rule.role === 'imports' && rule.members !== undefined ? { level, only: table.members[index] } : undefined;
  }
  const mayHoldCallable = callables?.isWithin(start, end) ?? true;
  const callable = mayHoldCallable ? callableOf(cursor, table, { type, length, end }) : noCallable;
  nodes.push(level, statement, index, -1, start, end, -1, -1, 0, callable);
  if (rule?.each !== undefined)
    pushNames(nodes, cursor.currentNode, { table, index, level: level + 1, known: [-1, -1] });
  if (length > limits.openOthers) return inner;
  return rule?.role === 'holder' || rule?.isElseHolder === true ? members : undefined;
}

/**
 * Records the further names of a node.
 *
 * @param {number[]} nodes
 * @param {import('web-tree-sitter').Node} node
 * @param {object} about
 * @param {import('./compile-rules.mjs').RuleTable} about.table
 * @param {number} about.index of the node's rule
 * @param {number} about.level depth at which the names are recorded
 * @param {readonly [start: number, end: number]} about.known position of the node's own name
 */
function pushNames(nodes, node, { table, index, level, known }) {
  const each = table.rules[index]?.each;
  if (each === undefined) return;
  for (const { start, end } of furtherNames(node, each, table.paths[index])) {
    if (start !== known[0] || end !== known[1]) nodes.push(level, name, index, -1, start, end, start, end, 0, 0);
  }
}
