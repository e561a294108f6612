// @ts-check
import { follow } from './node-path.mjs';

/**
 * Where the name of a definition is and what kind it is of.
 *
 * @param {import('web-tree-sitter').Node} node
 * @param {import('./parse-protocol.mjs').CompiledRule} rule
 * @param {import('./compile-rules.mjs').RulePaths | undefined} paths
 * @returns {{ kind: number, nameStart: number, nameEnd: number, hasError: 0 | 1 } | undefined}
 *   undefined: not a definition in spite of its type
 */
export function describeDefinition(node, rule, paths) {
  if (rule.callees !== undefined && !rule.callees.includes(calleeOf(node))) return undefined;
  const kind = rule.kindBy === undefined ? -1 : kindOf(node, rule, paths);
  if (rule.mustMatch && kind < 0) return undefined;
  const name = paths?.name === undefined ? undefined : follow(node, paths.name);
  const last = paths?.nameTo === undefined ? name : follow(node, paths.nameTo);
  return {
    kind,
    nameStart: name?.startIndex ?? -1,
    nameEnd: last?.endIndex ?? -1,
    hasError: node.hasError ? 1 : 0,
  };
}

/** @param {import('web-tree-sitter').Node} node */
function calleeOf(node) {
  return node.firstChild?.text ?? '';
}

/**
 * Which of the rule's types there is: of a node at one of the paths, else of a child, a keyword for one.
 *
 * @param {import('web-tree-sitter').Node} node
 * @param {import('./parse-protocol.mjs').CompiledRule} rule
 * @param {import('./compile-rules.mjs').RulePaths | undefined} paths
 */
function kindOf(node, rule, paths) {
  const types = rule.kindBy?.types ?? [];
  if (rule.callees !== undefined) return types.indexOf(calleeOf(node));
  if (paths?.kind !== undefined) {
    for (const alternative of paths.kind) {
      const index = types.indexOf(follow(node, [alternative])?.type ?? '');
      if (index >= 0) return index;
    }
    return -1;
  }
  for (const child of node.children) {
    const index = child === null ? -1 : types.indexOf(child.type);
    if (index >= 0) return index;
  }
  return -1;
}
