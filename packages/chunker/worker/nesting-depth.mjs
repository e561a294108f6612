// @ts-check

/**
 * Maximum levels of nesting per UTF-16 unit, in all grammars here. A short node cannot be nested deeper, so that leaves
 * and small expressions need not be visited.
 */
const levelsPerUnit = 4;

/** Number of levels without text: chains of nodes with one child. */
const freeLevels = 24;

/**
 * Whether some part of the tree is nested deeper than `maxDepth`. Walks with a cursor, without recursion, because deep
 * trees would overflow any stack.
 *
 * @param {import('web-tree-sitter').Tree} tree
 * @param {number} maxDepth
 * @param {() => boolean} isOverdue
 * @returns {'deeper' | 'within' | 'overdue'}
 */
export function isNestedDeeper(tree, maxDepth, isOverdue) {
  const cursor = tree.walk();
  try {
    let depth = 0;
    for (;;) {
      if (isOverdue()) return 'overdue';
      const needed = (maxDepth - depth - freeLevels) / levelsPerUnit;
      const isLong = cursor.endIndex - cursor.startIndex >= needed;
      // The length check is cheap and rejects most nodes; counting descendants is not.
      if (isLong && cursor.currentNode.descendantCount > maxDepth - depth && cursor.gotoFirstChild()) {
        depth += 1;
        if (depth > maxDepth) return 'deeper';
        continue;
      }
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return 'within';
        depth -= 1;
      }
    }
  } finally {
    cursor.delete();
  }
}
