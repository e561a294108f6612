import type { DocumentHeading } from '@lexichord/abstractions';
import { toOneLine } from '../text/one-line.js';

/** A heading in the outline, nested by what encloses what, so that skipped levels leave no holes. */
export interface OutlineNode {
  /** One line. */
  readonly text: string;
  /** Of the heading in the document; its identity. */
  readonly startOffset: number;
  readonly children: readonly OutlineNode[];
  /** Headings below it, at any depth. */
  readonly descendants: number;
}

/** Longest heading that is shown whole, in UTF-16 units. */
const maxHeadingLength = 120;

/** The headings as a forest, in document order. */
export function outlineTree(headings: readonly DocumentHeading[]): readonly OutlineNode[] {
  return nodesBetween(headings, 0, headings.length);
}

/** Recursion is as deep as headings nest, which is at most their six levels. */
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

/** How many levels a forest has. */
export function depthOf(nodes: readonly OutlineNode[]): number {
  return nodes.reduce((deepest, { children }) => Math.max(deepest, 1 + depthOf(children)), 0);
}
