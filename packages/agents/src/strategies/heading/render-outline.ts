import { formatCount } from '@lexichord/platform/number-text';

import type { OutlineNode } from './outline-tree.js';

/** Detail of a rendered outline. */
export interface OutlineDetail {
  /** `startOffset` of the headings that enclose the cursor. They are always shown. */
  readonly path: ReadonlySet<number>;
  /** Other headings are shown to this depth, 1 for the outermost. */
  readonly depth: number;
  /** Most headings shown side by side at the deepest shown level, the ones nearest to the path. */
  readonly siblings: number;
}

/** The outline as a nested list, with the headings that enclose the cursor marked, and counts for what is left out. */
export function renderOutline(roots: readonly OutlineNode[], detail: OutlineDetail): string {
  return linesOf(roots, detail, 1).join('\n');
}

/** Lines the outline takes, the ones that only count others aside; stops counting beyond `atMost`. */
export function countShownHeadings(
  nodes: readonly OutlineNode[],
  detail: OutlineDetail,
  { atMost, depth = 1 }: { readonly atMost: number; readonly depth?: number },
): number {
  const { from, to } = shownSideBySide(nodes, detail, depth);
  let count = to - from;
  for (let index = from; index < to && count <= atMost; index += 1) {
    const children = nodes[index]?.children ?? [];
    if (children.length > 0) count += countShownHeadings(children, detail, { atMost, depth: depth + 1 });
  }
  return count;
}

function linesOf(nodes: readonly OutlineNode[], detail: OutlineDetail, depth: number): string[] {
  const { from, to } = shownSideBySide(nodes, detail, depth);
  if (from === to) return [];
  const indent = '  '.repeat(depth - 1);
  const shown = nodes.slice(from, to).flatMap((node) => {
    const children = linesOf(node.children, detail, depth + 1);
    return [`${indent}- ${labelOf(node, detail, { hidesChildren: children.length === 0 })}`, ...children];
  });
  return [...moreLine(indent, from), ...shown, ...moreLine(indent, nodes.length - to)];
}

function labelOf(
  { text, startOffset, children, descendants }: OutlineNode,
  { path }: OutlineDetail,
  { hidesChildren }: { readonly hidesChildren: boolean },
): string {
  const isOnPath = path.has(startOffset);
  const isInnermost = isOnPath && !children.some((child) => path.has(child.startOffset));
  const mark = isOnPath ? ` ◀${isInnermost ? ' cursor' : ''}` : '';
  const hidden = descendants > 0 && hidesChildren ? ` (${formatCount(descendants)} more below)` : '';
  return `${text}${mark}${hidden}`;
}

/** A window of headings side by side around the one on the path, else from the first. */
function shownSideBySide(
  nodes: readonly OutlineNode[],
  { path, depth: deepest, siblings }: OutlineDetail,
  depth: number,
): { readonly from: number; readonly to: number } {
  if (depth < deepest) return { from: 0, to: nodes.length };
  const onPath = path.size === 0 ? -1 : nodes.findIndex(({ startOffset }) => path.has(startOffset));
  const wanted = depth === deepest ? siblings : 0;
  const count = Math.min(nodes.length, Math.max(wanted, onPath < 0 ? 0 : 1));
  const from = onPath < 0 ? 0 : Math.max(0, Math.min(onPath - Math.floor((count - 1) / 2), nodes.length - count));
  return { from, to: from + count };
}

function moreLine(indent: string, count: number): string[] {
  return count === 0 ? [] : [`${indent}- … ${formatCount(count)} more`];
}
