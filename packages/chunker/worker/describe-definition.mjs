// @ts-check
import { follow } from './node-path.mjs';

/** Maximum number of names in a list; a longer one is data. */
const maxNames = 1_000;

/**
 * Finds the name and the kind of a definition.
 *
 * @param {import('web-tree-sitter').Node} node
 * @param {import('./parse-protocol.mjs').CompiledRule} rule
 * @param {import('./compile-rules.mjs').RulePaths | undefined} paths
 * @returns {{ kind: number, nameStart: number, nameEnd: number, hasError: 0 | 1 } | undefined} undefined: not a
 * definition in spite of its type
 */
export function describeDefinition(node, rule, paths) {
  if (rule.callees !== undefined && !rule.callees.includes(calleeOf(node))) return undefined;
  const kind = rule.kindBy === undefined ? -1 : kindOf(node, rule, paths);
  if (rule.mustMatch && kind < 0) return undefined;
  const name = paths?.name === undefined ? undefined : follow(node, paths.name);
  const last = (paths?.nameTo && follow(node, paths.nameTo)) ?? name;
  return {
    kind,
    nameStart: name?.startIndex ?? -1,
    nameEnd: last?.endIndex ?? -1,
    hasError: node.hasError ? 1 : 0,
  };
}

/**
 * Finds the further names of a node: of the members of an enumeration, or `b` in `let a, b`.
 *
 * @param {import('web-tree-sitter').Node} node
 * @param {NonNullable<import('./parse-protocol.mjs').CompiledRule['each']>} each
 * @param {import('./compile-rules.mjs').RulePaths | undefined} paths
 * @returns {readonly { readonly start: number, readonly end: number }[]}
 */
export function furtherNames(node, { field, types = [] }, paths) {
  const list = paths?.eachIn === undefined ? node : follow(node, paths.eachIn);
  if (list === undefined) return [];
  const found = field === undefined ? list.namedChildren : list.childrenForFieldName(field);
  return found.slice(0, maxNames).flatMap((child) => {
    if (child === null || !child.isNamed || (field === undefined && !types.includes(child.type))) return [];
    const name = paths?.eachName === undefined ? child : follow(child, paths.eachName);
    return name === undefined ? [] : [{ start: name.startIndex, end: name.endIndex }];
  });
}

/** @param {import('web-tree-sitter').Node} node */
function calleeOf(node) {
  return node.firstChild?.text ?? '';
}

/**
 * Index of the rule's type that matches a node at one of the paths, else a child, such as a keyword.
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
