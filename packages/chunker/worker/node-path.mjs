// @ts-check

/**
 * A step from a node to one below it.
 *
 * @typedef {object} PathStep
 * @property {number} [field] the grammar's number of the field; -1 if it has none of that name
 * @property {readonly string[]} [types]
 * @property {boolean} isRepeated
 */

/** @typedef {readonly (readonly PathStep[])[]} NodePath alternatives, the first that leads somewhere counts */

/** Maximum length of a chain of declarators that is a name. */
const maxRepeats = 32;

/**
 * Reads `left.property|name`: alternatives, each of steps. A step is the name of a field, `field*` for as long as
 * there is such a field, or `#type,type` for the first child of one of these types.
 *
 * @param {string} path
 * @param {import('web-tree-sitter').Language} language
 * @returns {NodePath}
 */
export function readPath(path, language) {
  return path.split('|').map((alternative) =>
    alternative.split('.').map((step) => {
      const isRepeated = step.endsWith('*');
      const target = isRepeated ? step.slice(0, -1) : step;
      return target.startsWith('#')
        ? { types: target.slice(1).split(','), isRepeated }
        : { field: language.fieldIdForName(target) ?? -1, isRepeated };
    }),
  );
}

/**
 * @param {import('web-tree-sitter').Node} node
 * @param {NodePath} path
 * @returns {import('web-tree-sitter').Node | undefined}
 */
export function follow(node, path) {
  for (const steps of path) {
    /** @type {import('web-tree-sitter').Node | undefined} */
    let found = node;
    for (const step of steps) {
      found = found && takeStep(found, step);
    }
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * @param {import('web-tree-sitter').Node} node
 * @param {PathStep} step
 */
function takeStep(node, step) {
  if (!step.isRepeated) return childOf(node, step);
  let found = node;
  for (let count = 0; count < maxRepeats; count += 1) {
    const next = childOf(found, step);
    if (next === undefined) return found;
    found = next;
  }
  return undefined;
}

/**
 * @param {import('web-tree-sitter').Node} node
 * @param {PathStep} step
 */
function childOf(node, { field, types = [] }) {
  if (field !== undefined) return field < 0 ? undefined : (node.childForFieldId(field) ?? undefined);
  for (const child of node.namedChildren) {
    if (child !== null && types.includes(child.type)) return child;
  }
  return undefined;
}
