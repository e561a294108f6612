import type { ContextHints, DocumentBlock, ITokenCounter, QuoteText, TextRange } from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

import { estimateTokens } from './text/estimate-tokens.js';
import { CutFrames } from './text/frame-cut.js';
import { growWindow } from './text/grow-window.js';
import { endBoundary, startBoundary } from './text/text-boundary.js';
import { unusedMarkName } from './text/text-marks.js';

/** A cursor in its document, or in a sufficiently large part of one. */
export interface PlacedCursor {
  readonly content: string;
  /** Offset in the content, in UTF-16 units; clamped to the end. */
  readonly cursor: number;
  readonly window: CursorWindow;
  /** Blocks of the content, if available; they frame a window that starts or ends inside one. */
  readonly blocks?: readonly DocumentBlock[];
  /** Display name of the position, such as `Line 12, column 4`. */
  readonly position: string;
}

/** Requested text on each side. */
type CursorWindow = NonNullable<ContextHints['cursorWindow']>;

/** The text around a cursor. */
interface CursorText {
  readonly content: string;
  readonly range: TextRange;
  /** Whether the window had to be smaller than requested. */
  readonly truncated: boolean;
  /** Approximate tokens of the requested window; 0 when the whole window is included. */
  readonly originalTokens: number;
}

/** Token limit, and the function that quotes text of the document; absent: unchanged. */
interface CursorLimits {
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
  readonly quote?: QuoteText | undefined;
}

/** Default size of the window, in UTF-16 units on each side of the cursor (SBD-072 §3.2: a configurable window). */
export const defaultCursorWindow: CursorWindow = { unit: 'characters', size: 1_000 };

const charactersPerToken = 4;

/**
 * A line with the position of the cursor, and the text on both sides of it with `⟦cursor⟧` in between; reduced evenly
 * on both sides if the limit requires it. `undefined` if there is no text in the window.
 */
export function textAroundCursor(
  { content, cursor, window, position, blocks = [] }: PlacedCursor,
  { maxTokens, tokenCounter, quote = (text) => text }: CursorLimits,
): CursorText | undefined {
  const offset = cursorOffset(content, cursor);
  const wanted = wantedRange(content, offset, window);
  if (content.slice(wanted.startOffset, wanted.endOffset).trim().length === 0) return undefined;

  const markName = unusedMarkName('cursor', content.slice(wanted.startOffset, wanted.endOffset));
  const frames = new CutFrames(content, blocks, { maxTokens, tokenCounter });
  const fenceLine = frames.fenceLineAt(offset);
  const mark = placeMark(content, { offset, fenceLine, mark: `⟦${markName}⟧` });
  const core = fenceLine ?? { startOffset: offset, endOffset: offset };
  const render = (shown: TextRange): string => {
    const { startOffset, endOffset, lead, tail } = frames.frame(shown, core);
    const before = withoutBlankLines(content.slice(startOffset, mark.at));
    const after = content.slice(mark.at, endOffset).trimEnd();
    return `${position}, at ⟦${markName}⟧:\n\n${quote(`${lead}${before}${mark.text}${after}${tail}`)}`;
  };
  const range = growWindow(content, {
    bounds: {
      startOffset: Math.min(wanted.startOffset, core.startOffset),
      endOffset: Math.max(wanted.endOffset, core.endOffset),
    },
    core,
    fits: (candidate) => tokenCounter.countTokens(render(candidate)) <= maxTokens,
    guess: maxTokens * charactersPerToken,
  });
  if (range === undefined) return undefined;
  const truncated = range.startOffset > wanted.startOffset || range.endOffset < wanted.endOffset;
  return {
    content: render(range),
    range,
    truncated,
    originalTokens: truncated ? estimateTokens(render(wanted), tokenCounter) : 0,
  };
}

/** The nearest valid cursor offset: inside the document and not inside a grapheme. */
export function cursorOffset(content: string, cursor: number): number {
  return graphemeFloor(content, Math.max(0, Math.min(cursor, content.length)));
}

function wantedRange(content: string, offset: number, { unit, size }: CursorWindow): TextRange {
  if (unit === 'lines') {
    return { startOffset: lineStart(content, offset, size), endOffset: lineEnd(content, offset, size) };
  }
  const earliest = offset - size;
  const latest = offset + size;
  return {
    startOffset: earliest <= 0 ? 0 : startBoundary(content, earliest, offset),
    endOffset: latest >= content.length ? content.length : endBoundary(content, latest, offset),
  };
}

/** Start of the line `lines` above the one at an offset. */
function lineStart(content: string, offset: number, lines: number): number {
  let start = content.lastIndexOf('\n', offset - 1) + 1;
  if (offset === 0) return 0;
  for (let line = 0; line < lines && start > 0; line += 1) {
    start = start === 1 ? 0 : content.lastIndexOf('\n', start - 2) + 1;
  }
  return start;
}

/** End of the line `lines` below the one at an offset. */
function lineEnd(content: string, offset: number, lines: number): number {
  let end = offset - 1;
  for (let line = 0; line <= lines; line += 1) {
    end = content.indexOf('\n', end + 1);
    if (end < 0) return content.length;
  }
  return end;
}

/** Places a mark. On a fence line it would break the fence, so it goes on a separate line before or after. */
function placeMark(
  content: string,
  {
    offset,
    fenceLine,
    mark,
  }: { readonly offset: number; readonly fenceLine: TextRange | undefined; readonly mark: string },
): { readonly at: number; readonly text: string } {
  if (fenceLine === undefined) return { at: offset, text: mark };
  const isBefore = content.slice(fenceLine.startOffset, offset).trim().length === 0;
  return isBefore ? { at: fenceLine.startOffset, text: `${mark}\n` } : { at: fenceLine.endOffset, text: `\n${mark}` };
}

function withoutBlankLines(text: string): string {
  return text.replace(/^(?:[ \t]*(?:\r\n|\r|\n))+/u, '');
}
