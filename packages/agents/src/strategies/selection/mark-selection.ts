import type { TextRange } from '@lexichord/abstractions';
import type { CutFrames } from '../text/frame-cut.js';
import { isLineEnd, isLineStart } from '../text/lines-in.js';

/** A mark and where it goes. */
interface PlacedMark {
  readonly at: number;
  readonly text: string;
}

/** The marks of a selection. What is between them holds the selection. */
export interface SelectionMarks {
  readonly start: PlacedMark;
  readonly end: PlacedMark;
}

/** Lines that are read for what they begin with: headings, list items, quotes, rows of a table. */
const structuralLine = /^ {0,3}(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\|)/u;

/**
 * Where the marks go. Beside the selected text, but on lines of their own where they would break what they stand
 * beside: a mark on the line of a fence opens or closes no code any more, and a heading with one before it is none.
 */
export function markSelection(
  content: string,
  { range, frames, markName }: { readonly range: TextRange; readonly frames: CutFrames; readonly markName: string },
): SelectionMarks {
  const startLine = frames.fenceLineAt(range.startOffset);
  const endLine = frames.fenceLineAt(range.endOffset);
  return {
    start: placeStart(content, { offset: range.startOffset, fence: startLine, mark: `⟦${markName}⟧` }),
    end: placeEnd(content, { offset: range.endOffset, fence: endLine, mark: `⟦/${markName}⟧` }),
  };
}

interface Placing {
  readonly offset: number;
  readonly fence: TextRange | undefined;
  readonly mark: string;
}

function placeStart(content: string, { offset, fence, mark }: Placing): PlacedMark {
  if (fence !== undefined && offset === fence.endOffset) return { at: offset, text: `\n${mark}` };
  if (fence !== undefined) return { at: fence.startOffset, text: `${mark}\n` };
  const isStructural = isLineStart(content, offset) && structuralLine.test(content.slice(offset, offset + 16));
  return { at: offset, text: isStructural ? `${mark}\n` : mark };
}

function placeEnd(content: string, { offset, fence, mark }: Placing): PlacedMark {
  if (fence !== undefined && offset > fence.startOffset) return { at: fence.endOffset, text: `\n${mark}` };
  const isBeforeLine = isLineStart(content, offset) && !isLineEnd(content, offset);
  return { at: offset, text: isBeforeLine ? `${mark}\n` : mark };
}
