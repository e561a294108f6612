// @ts-check
import { describeDefinition } from './describe-definition.mjs';
import { nodeRoles } from './parse-protocol.mjs';

const [statement, definition, imports, comment, lead, error] = nodeRoles.keys();
const roleCodes = { definition, imports, comment, lead };

/**
 * What is looked at below a node: everything, or only what the rules name (and `only`, which is opened in its turn).
 *
 * @typedef {object} Frame
 * @property {number} level of the nodes that are found
 * @property {ReadonlySet<number> | undefined} only `undefined`: everything
 */

/**
 * @typedef {object} Collection
 * @property {import('web-tree-sitter').Tree} tree
 * @property {import('./compile-rules.mjs').RuleTable} table
 * @property {import('./parse-protocol.mjs').ParseLimits} limits
 * @property {() => boolean} isOverdue
 */

/**
 * The nodes at which a file may be cut, as a flat list (`ParseOutcome.nodes`): definitions with their members, what
 * stands beside them, and the parts of what is long. Short bodies and expressions are not entered.
 *
 * @param {Collection} collection
 * @returns {Int32Array | undefined} undefined when there was not enough time
 */
export function collectNodes({ tree, table, limits, isOverdue }) {
  const cursor = tree.walk();
  /** @type {number[]} */
  const nodes = [];
  /** @type {Frame[]} */
  const frames = [];
  try {
    /** @type {Frame | undefined} */
    let below = { level: 0, only: undefined };
    for (;;) {
      if (isOverdue()) return undefined;
      if (below !== undefined && cursor.gotoFirstChild()) frames.push(below);
      else if (!advance(cursor, frames)) return Int32Array.from(nodes);
      below = visit({ cursor, table, limits, nodes }, /** @type {Frame} */ (frames.at(-1)));
    }
  } finally {
    cursor.delete();
  }
}

/**
 * To the next node that is not below the current one.
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
 * Notes the node if it is worth it.
 *
 * @param {object} walk
 * @param {import('web-tree-sitter').TreeCursor} walk.cursor
 * @param {import('./compile-rules.mjs').RuleTable} walk.table
 * @param {import('./parse-protocol.mjs').ParseLimits} walk.limits
 * @param {number[]} walk.nodes
 * @param {Frame} frame
 * @returns {Frame | undefined} how to look at its children; undefined: not at all
 */
function visit({ cursor, table, limits, nodes }, { level, only }) {
  const type = cursor.nodeTypeId;
  const inner = { level: level + 1, only: undefined };
  if (type === table.errorType) {
    nodes.push(level, error, -1, -1, cursor.startIndex, cursor.endIndex, -1, -1, 1);
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
    const described = describeDefinition(cursor.currentNode, rule, table.paths[index]);
    if (described !== undefined) {
      const { kind, nameStart, nameEnd, hasError } = described;
      nodes.push(level, definition, index, kind, start, end, nameStart, nameEnd, hasError);
      if (rule.isContainer) return members;
      if (length > (rule.isLeaf ? limits.openFunctions : limits.openOthers)) return inner;
      return rule.members === undefined ? undefined : members;
    }
  } else if (rule !== undefined && rule.role !== 'holder') {
    nodes.push(level, roleCodes[rule.role], index, -1, start, end, -1, -1, 0);
    // Some grammars put the comment of what follows into the last import.
    return rule.role === 'imports' && rule.members !== undefined ? { level, only: table.members[index] } : undefined;
  }
  nodes.push(level, statement, index, -1, start, end, -1, -1, 0);
  if (length > limits.openOthers) return inner;
  return rule?.role === 'holder' ? members : undefined;
}
