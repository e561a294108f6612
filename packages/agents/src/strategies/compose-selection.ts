import type { DocumentBlock, DocumentStructure, ITokenCounter, QuoteText, TextRange } from '@lexichord/abstractions';

import { estimateTokens } from './text/estimate-tokens.js';
import { CutFrames } from './text/frame-cut.js';
import { growWindow } from './text/grow-window.js';
import { isLineEnd, isLineStart } from './text/lines-in.js';
import { omissionMark, unusedMarkName } from './text/text-marks.js';

/** A selection that was found in its document. */
export interface PlacedSelection {
  readonly content: string;
  readonly structure: DocumentStructure;
  readonly range: TextRange;
}

/** Limits of the rendered selection. */
interface SelectionLimits {
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
  /** Quotes text of the document; absent: unchanged. */
  readonly quote?: QuoteText | undefined;
}

const unchanged: QuoteText = (text) => text;

/** Approximate UTF-16 units per token; a guess that only saves counting. */
const charactersPerToken = 4;

/** Minimum number of tokens for a mark in the middle: in fewer, it would cost more than it explains. */
const minTokensWithMark = 40;

/**
 * The selected text between `⟦selection⟧` and `⟦/selection⟧`, with as much of its paragraphs and the adjacent ones as
 * fits; without marks if there is no text around it or no room for them. `undefined` if the selection itself does not
 * fit.
 */
export function selectionInContext(
  { content, structure, range }: PlacedSelection,
  { maxTokens, tokenCounter, quote = unchanged }: SelectionLimits,
): string | undefined {
  const { touched, surrounding } = surroundingsOf(structure.blocks, range, content.length);
  const markName = unusedMarkName('selection', content.slice(surrounding.startOffset, surrounding.endOffset));
  const frames = new CutFrames(content, structure.blocks, { maxTokens, tokenCounter });
  const marks = markSelection(content, { range, frames, markName });
  const core = { startOffset: marks.start.at, endOffset: marks.end.at };
  const render = (window: TextRange): string =>
    renderWindow(content, { window, core, bounds: surrounding, marks, frames, quote });
  const fits = (window: TextRange): boolean => tokenCounter.countTokens(render(window)) <= maxTokens;
  const guess = maxTokens * charactersPerToken;

  const paragraphs = growWindow(content, { bounds: touched, core, fits, guess });
  if (paragraphs === undefined) return undefined;
  const isWhole = paragraphs.startOffset === touched.startOffset && paragraphs.endOffset === touched.endOffset;
  const wider = isWhole ? growWindow(content, { bounds: surrounding, core: touched, fits, guess }) : undefined;
  return render(wider ?? paragraphs);
}

/** A selection, in its document or by itself. */
export interface SelectedText {
  readonly content: string;
  readonly range: TextRange;
  /** Blocks of the content, if available. */
  readonly blocks?: readonly DocumentBlock[];
}

/** The start and the end of a selection that is too long, with an omission mark between them. */
export function shortenSelection(
  { content, range, blocks = [] }: SelectedText,
  { maxTokens, tokenCounter, quote = unchanged }: SelectionLimits,
): string {
  const text = content.slice(range.startOffset, range.endOffset);
  const total = estimateTokens(text, tokenCounter);
  const frames = new CutFrames(content, blocks, { maxTokens, tokenCounter });
  if (total <= maxTokens) {
    // A fence line on which the range starts or ends is included completely.
    const { startOffset, endOffset, lead, tail } = frames.frame(range, range);
    const whole = quote(`${lead}${content.slice(startOffset, endOffset)}${tail}`);
    if (tokenCounter.countTokens(whole) <= maxTokens) return whole;
  }
  if (maxTokens < minTokensWithMark) return quotedStart(text, { maxTokens, tokenCounter, quote });
  const markTokens = tokenCounter.countTokens(`\n\n${omissionMark({ tokens: total })}\n\n`);
  const guess = (maxTokens / 2) * charactersPerToken;
  for (let room = maxTokens - markTokens; room > 0; room = Math.floor(room * 0.9)) {
    const [head, tail] = [range.startOffset, range.endOffset].map((offset) => {
      const core = emptyAt(offset);
      const render = (part: TextRange): string => {
        const shown = renderPart(content, frames, { part, core });
        return shown === '' ? '' : quote(shown);
      };
      const fits = (part: TextRange): boolean => tokenCounter.countTokens(render(part)) <= room / 2;
      return render(growWindow(content, { bounds: range, core, fits, guess }) ?? core);
    });
    const left = total - tokenCounter.countTokens(head ?? '') - tokenCounter.countTokens(tail ?? '');
    const shortened = `${head ?? ''}\n\n${omissionMark({ tokens: left })}\n\n${tail ?? ''}`;
    if (tokenCounter.countTokens(shortened) <= maxTokens) return shortened;
  }
  return quotedStart(text, { maxTokens, tokenCounter, quote });
}

/** The longest start that fits with its fence; empty if none does. */
function quotedStart(text: string, { maxTokens, tokenCounter, quote }: Required<SelectionLimits>): string {
  for (let room = maxTokens; room > 0;) {
    const start = tokenCounter.truncateToTokens(text, room).content;
    const quoted = quote(start);
    const excess = tokenCounter.countTokens(quoted) - maxTokens;
    if (excess <= 0 || start === '') return start === '' ? '' : quoted;
    room -= excess;
  }
  return '';
}

function renderPart(
  content: string,
  frames: CutFrames,
  { part, core }: { readonly part: TextRange; readonly core: TextRange },
): string {
  const { startOffset, endOffset, lead, tail } = frames.frame(part, core);
  const text = content.slice(startOffset, endOffset).trimEnd();
  return text.trim().length === 0 ? '' : `${lead}${lead === '' ? text.trimStart() : text}${tail}`;
}

function emptyAt(offset: number): TextRange {
  return { startOffset: offset, endOffset: offset };
}

interface Surroundings {
  /** From the start of the first block that the selection touches to the end of the last. */
  readonly touched: TextRange;
  /** Including the block before and the block after. */
  readonly surrounding: TextRange;
}

function surroundingsOf(blocks: readonly DocumentBlock[], range: TextRange, length: number): Surroundings {
  const first = blocks.findIndex(({ endOffset }) => endOffset > range.startOffset);
  const after = blocks.findIndex(({ startOffset }) => startOffset >= range.endOffset);
  const firstTouched = first < 0 ? blocks.length : first;
  const endTouched = after < 0 ? blocks.length : after;
  const touched = {
    startOffset: Math.min(range.startOffset, blocks[firstTouched]?.startOffset ?? range.startOffset),
    endOffset: Math.min(length, Math.max(range.endOffset, blocks[endTouched - 1]?.endOffset ?? range.endOffset)),
  };
  return {
    touched,
    surrounding: {
      startOffset: Math.min(touched.startOffset, blocks[firstTouched - 1]?.startOffset ?? touched.startOffset),
      endOffset: Math.min(length, Math.max(touched.endOffset, blocks[endTouched]?.endOffset ?? touched.endOffset)),
    },
  };
}

interface MarkedWindow {
  readonly window: TextRange;
  readonly core: TextRange;
  readonly bounds: TextRange;
  readonly marks: SelectionMarks;
  readonly frames: CutFrames;
  readonly quote: QuoteText;
}

/** Renders a window; an ellipsis marks a side that was cut inside its paragraph. */
function renderWindow(content: string, { window, core, bounds, marks, frames, quote }: MarkedWindow): string {
  const { startOffset, endOffset, lead, tail } = frames.frame(window, core);
  const before = content.slice(startOffset, marks.start.at).replace(/^\s*[\r\n]/u, '');
  const selected = content.slice(marks.start.at, marks.end.at);
  const after = content.slice(marks.end.at, endOffset).trimEnd();
  if (before.trim().length === 0 && after.length === 0) return quote(`${lead}${selected}${tail}`);
  const isCutBefore = window.startOffset > bounds.startOffset && before.length > 0;
  const isCutAfter = window.endOffset < bounds.endOffset && after.length > 0;
  const endMark = after.length > 0 ? marks.end.text : marks.end.text.trimEnd();
  const text = `${lead}${before}${marks.start.text}${selected}${endMark}${after}${tail}`;
  const quoted = quote(text);
  const isFenced = quoted !== text;
  const isOnOwnLine = { opening: lead !== '' || isFenced, closing: tail !== '' || isFenced };
  const opening = isCutBefore ? (isOnOwnLine.opening || isLineStart(content, startOffset) ? '…\n' : '… ') : '';
  const closing = isCutAfter ? (isOnOwnLine.closing || isLineEnd(content, endOffset) ? '\n…' : ' …') : '';
  return `${opening}${quoted}${closing}`;
}

/** A mark and its offset. */
interface PlacedMark {
  readonly at: number;
  readonly text: string;
}

/** The marks of a selection, around the selected text. */
interface SelectionMarks {
  readonly start: PlacedMark;
  readonly end: PlacedMark;
}

/** Start of a line that determines its meaning: headings, list items, quotes, table rows. */
const structuralLine = /^ {0,3}(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\|)/u;

/**
 * Places marks around the selected text. They are on separate lines if a mark on the same line would break the
 * Markdown: on a fence line it would disable the fence, before a heading it would turn the heading into text.
 */
function markSelection(
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
