import type { DocumentHeading } from '@lexichord/abstractions';
import { formatCount } from '@lexichord/platform/number-text';

import { toOneLine } from '../text/lines-in.js';

/** A heading in the outline, nested by its section, so that skipped levels leave no gaps. */
export interface OutlineNode {
  /** On one line. */
  readonly text: string;
  /** Offset of the heading in the document, which identifies it. */
  readonly startOffset: number;
  readonly children: readonly OutlineNode[];
  /** Number of headings below it, at any depth. */
  readonly descendants: number;
}

/** Maximum length of a heading, in UTF-16 units; longer ones are cut. */
const maxHeadingLength = 120;

/** The headings as a forest, in document order. */
export function outlineTree(headings: readonly DocumentHeading[]): readonly OutlineNode[] {
  return nodesBetween(headings, 0, headings.length);
}

/** Recursion is bounded by the six levels of headings. */
function nodesBetween(headings: readonly DocumentHeading[], start: number, end: number): OutlineNode[] {
  const nodes: OutlineNode[] = [];
  let index = start;
  while (index < end) {
    const heading = headings[index];
    if (heading === undefined) break;
    let next = index + 1;
    while (next < end && (headings[next]?.level ?? 0) > heading.level) next += 1;
    nodes.push({
      text: toOneLine(heading.text, maxHeadingLength),
      startOffset: heading.startOffset,
      children: nodesBetween(headings, index + 1, next),
      descendants: next - index - 1,
    });
    index = next;
  }
  return nodes;
}

/** Number of levels of a forest. */
export function depthOf(nodes: readonly OutlineNode[]): number {
  return nodes.reduce((deepest, { children }) => Math.max(deepest, 1 + depthOf(children)), 0);
}

/** Detail of a rendered outline. */
export interface OutlineDetail {
  /** `startOffset` of the headings that enclose the cursor. They are always shown. */
  readonly path: ReadonlySet<number>;
  /** Maximum depth of other headings, 1 for the outermost. */
  readonly depth: number;
  /** Maximum number of siblings at the deepest shown level; those nearest to the path are shown. */
  readonly siblings: number;
}

/** The outline as a nested list, with the headings that enclose the cursor marked, and counts of omissions. */
export function renderOutline(roots: readonly OutlineNode[], detail: OutlineDetail): string {
  return linesOf(roots, detail, 1).join('\n');
}

/** Number of headings in the outline, without the lines that count others; stops counting beyond `atMost`. */
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

/** The range of siblings to show: around the one on the path, else from the first. */
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
