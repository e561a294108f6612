import { type DocumentBlock, type TextRange, closesFence, fenceOpenedBy } from '@lexichord/abstractions';
import { beforeIndent, linesIn, nextLineStart } from './lines-in.js';

/** A fenced code block, from the start of the line that opens it to the end of the one that closes it. */
export interface FenceRegion extends TextRange {
  /** Lines that open the region when its beginning is cut off: the list items around it, and the fence line itself. */
  readonly opening: string;
  /** The line that closes it, with its indentation. */
  readonly closing: string;
  /** End of the line that opens it. */
  readonly openingEnd: number;
  /** Start of the first line inside. */
  readonly bodyStart: number;
  /** Start of the line that closes it; the end where none does. */
  readonly bodyEnd: number;
  readonly isClosed: boolean;
}

/** A list item that is still open: how it begins, and the column of its content. */
interface ListItem {
  readonly marker: string;
  readonly contentColumn: number;
}

/** The fenced code blocks in a block of a Markdown document: the block itself, or those in the items of a list. */
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

/** The items that a line is in: those whose content begins no further right than the line does. */
function itemsAround(items: readonly ListItem[], text: string): readonly ListItem[] {
  if (text.trim().length === 0) return items;
  const column = text.length - text.trimStart().length;
  return items.filter(({ contentColumn }) => contentColumn <= column);
}

/** With the item that a line begins, if it begins one. */
function withItemOf(items: readonly ListItem[], text: string): readonly ListItem[] {
  const [begin, marker] = /^(\s*(?:[-*+]|\d{1,9}[.)]))(?: {1,4}|\t)(?=\S)/u.exec(text) ?? [];
  return begin === undefined || marker === undefined ? items : [...items, { marker, contentColumn: begin.length }];
}
