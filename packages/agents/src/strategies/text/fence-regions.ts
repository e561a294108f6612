import { type DocumentBlock, type TextRange, closesFence, fenceOpenedBy } from '@lexichord/abstractions';
import { beforeIndent, linesIn, nextLineStart } from './lines-in.js';

/** A fenced code block, from the start of its opening line to the end of its closing line. */
export interface FenceRegion extends TextRange {
  /** Lines that open the region if its start is cut off: the list items around it, and the fence line itself. */
  readonly opening: string;
  /** The closing line, with its indentation. */
  readonly closing: string;
  /** End of the opening line. */
  readonly openingEnd: number;
  /** Start of the first line inside. */
  readonly bodyStart: number;
  /** Start of the closing line; without one, the end. */
  readonly bodyEnd: number;
  readonly isClosed: boolean;
}

/** An open list item: its marker, and the column of its content. */
interface ListItem {
  readonly marker: string;
  readonly contentColumn: number;
}

/** The fenced code blocks in a block of a Markdown document: the block itself, or those in list items. */
export function fenceRegions(content: string, block: DocumentBlock): readonly FenceRegion[] {
  if (block.kind !== 'code' && block.kind !== 'list') return [];
  const regions: FenceRegion[] = [];
  let items: readonly ListItem[] = [];
  let open: { readonly line: TextRange; readonly fence: string; readonly items: readonly ListItem[] } | undefined;
  for (const line of linesIn(content, { ...block, startOffset: beforeIndent(content, block.startOffset) })) {
    const text = content.slice(line.startOffset, line.endOffset);
    if (open !== undefined) {
      if (!closesFence(text, open.fence)) continue;
      regions.push(regionOf(content, { ...open, closing: line, endOffset: line.endOffset }));
      open = undefined;
      continue;
    }
    const fence = fenceOpenedBy(text);
    const around = itemsAround(items, text);
    if (fence !== undefined) open = { line, fence, items: around };
    else if (block.kind === 'code') return [];
    items = withItemOf(around, text);
  }
  if (open !== undefined) regions.push(regionOf(content, { ...open, endOffset: block.endOffset }));
  return regions;
}

interface FoundFence {
  readonly line: TextRange;
  readonly fence: string;
  readonly items: readonly ListItem[];
  readonly closing?: TextRange;
  readonly endOffset: number;
}

function regionOf(content: string, { line, fence, items, closing, endOffset }: FoundFence): FenceRegion {
  const text = content.slice(line.startOffset, line.endOffset);
  return {
    startOffset: line.startOffset,
    endOffset,
    opening: [...items.map(({ marker }) => `${marker} …`), text].join('\n'),
    closing: ' '.repeat(text.indexOf(fence)) + fence,
    openingEnd: line.endOffset,
    bodyStart: nextLineStart(content, line.endOffset, endOffset) ?? endOffset,
    bodyEnd: closing?.startOffset ?? endOffset,
    isClosed: closing !== undefined,
  };
}

/** The items that contain a line: those whose content starts no further right than the line. */
function itemsAround(items: readonly ListItem[], text: string): readonly ListItem[] {
  if (text.trim().length === 0) return items;
  const column = text.length - text.trimStart().length;
  return items.filter(({ contentColumn }) => contentColumn <= column);
}

/** Adds the item that a line starts, if any. */
function withItemOf(items: readonly ListItem[], text: string): readonly ListItem[] {
  const [begin, marker] = /^(\s*(?:[-*+]|\d{1,9}[.)]))(?: {1,4}|\t)(?=\S)/u.exec(text) ?? [];
  return begin === undefined || marker === undefined ? items : [...items, { marker, contentColumn: begin.length }];
}
