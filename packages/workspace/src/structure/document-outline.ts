import type { DocumentBlock, DocumentHeading, DocumentStructure } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import type { Outline, OutlineHeading } from './outline.js';

/** Creates a structure with sections, positions and lookups from an outline. All lookups take logarithmic time. */
export function createStructure(
  lines: LineIndex,
  outline: Outline & Pick<DocumentStructure, 'approximationReason'>,
  frontMatterTitle: string | undefined,
): DocumentStructure {
  const { headings, parents } = withSections(outline.headings, lines);
  const blocks = Object.freeze([...outline.blocks]);
  const title = frontMatterTitle ?? headingTitle(headings);
  const { approximationReason } = outline;
  return Object.freeze({
    headings,
    blocks,
    title,
    isApproximate: approximationReason !== undefined,
    approximationReason,
    positionAt: (offset: number) => lines.positionAt(offset),
    offsetAt: (position: { line: number; column: number }) => lines.offsetAt(position),
    headingPathAt: (offset: number) => headingPathAt(headings, parents, offset),
    blockAt: (offset: number) => blockAt(blocks, offset),
  });
}

/** The first level-1 heading with text, otherwise the first heading with text. */
function headingTitle(headings: readonly DocumentHeading[]): string | undefined {
  const named = headings.filter(({ text }) => text !== '');
  return (named.find(({ level }) => level === 1) ?? named[0])?.text;
}

function withSections(
  headings: readonly OutlineHeading[],
  lines: LineIndex,
): { headings: readonly DocumentHeading[]; parents: readonly (number | undefined)[] } {
  const sectionEnds = new Array<number>(headings.length).fill(lines.content.length);
  const parents: (number | undefined)[] = [];
  /** Headings whose sections are open, outermost first. */
  const open: number[] = [];
  for (const [index, { level, startOffset }] of headings.entries()) {
    for (let last = open.at(-1); last !== undefined && (headings[last]?.level ?? 0) >= level; last = open.at(-1)) {
      sectionEnds[last] = startOffset;
      open.pop();
    }
    parents.push(open.at(-1));
    open.push(index);
  }
  const complete = headings.map((heading, index) =>
    Object.freeze({
      ...heading,
      sectionEndOffset: sectionEnds[index] ?? lines.content.length,
      line: lines.lineAt(heading.startOffset) + 1,
    }),
  );
  return { headings: Object.freeze(complete), parents };
}

function headingPathAt(
  headings: readonly DocumentHeading[],
  parents: readonly (number | undefined)[],
  offset: number,
): readonly DocumentHeading[] {
  const path: DocumentHeading[] = [];
  let index: number | undefined = lastStartingAtOrBefore(headings, offset);
  while (index !== undefined) {
    const heading: DocumentHeading | undefined = headings[index];
    if (heading !== undefined) path.unshift(heading);
    index = parents[index];
  }
  return path;
}

/** The block at an offset. The end of a block belongs to it, unless the next one begins there. */
function blockAt(blocks: readonly DocumentBlock[], offset: number): DocumentBlock | undefined {
  const index = lastStartingAtOrBefore(blocks, offset);
  const block = index === undefined ? undefined : blocks[index];
  if (block !== undefined && offset <= block.endOffset) return block;
  return blocks[index === undefined ? 0 : index + 1] ?? block;
}

function lastStartingAtOrBefore(
  parts: readonly { readonly startOffset: number }[],
  offset: number,
): number | undefined {
  let low = -1;
  let high = parts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((parts[middle]?.startOffset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low === -1 ? undefined : low;
}
