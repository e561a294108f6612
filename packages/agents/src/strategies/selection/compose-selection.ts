import type { DocumentBlock, DocumentStructure, ITokenCounter, TextRange } from '@lexichord/abstractions';
import { estimateTokens } from '../text/estimate-tokens.js';
import { growWindow } from '../text/grow-window.js';
import { omissionMark } from '../text/omission-mark.js';
import { unusedMarkName } from '../text/unused-mark.js';

/** A selection that was found in its document. */
export interface PlacedSelection {
  readonly content: string;
  readonly structure: DocumentStructure;
  readonly range: TextRange;
}

/** What the rendered selection may use. */
export interface SelectionLimits {
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
}

/** UTF-16 units of a token, about; a guess that only saves counting. */
const charactersPerToken = 4;

/** Below this many tokens a mark in the middle would cost more than it tells. */
const fewestTokensWithMark = 40;

/**
 * The selected text between `⟦selection⟧` and `⟦/selection⟧`, in the paragraphs it stands in and the ones beside
 * them, as far as they fit; without marks when there is nothing around it or no room for them. `undefined` when not
 * even the selection fits.
 */
export function selectionInItsPlace(
  { content, structure, range }: PlacedSelection,
  { maxTokens, tokenCounter }: SelectionLimits,
): string | undefined {
  const { touched, surrounding } = surroundingsOf(structure.blocks, range, content.length);
  const markName = unusedMarkName('selection', content.slice(surrounding.startOffset, surrounding.endOffset));
  const render = (window: TextRange): string => renderWindow(content, { window, range, bounds: surrounding, markName });
  const fits = (window: TextRange): boolean => tokenCounter.countTokens(render(window)) <= maxTokens;
  const guess = maxTokens * charactersPerToken;

  const paragraphs = growWindow(content, { bounds: touched, core: range, fits, guess });
  if (paragraphs === undefined) return undefined;
  const isWhole = paragraphs.startOffset === touched.startOffset && paragraphs.endOffset === touched.endOffset;
  const wider = isWhole ? growWindow(content, { bounds: surrounding, core: touched, fits, guess }) : undefined;
  return render(wider ?? paragraphs);
}

/** The start and the end of a selection that is too long, with a mark for what is missing between them. */
export function shortenSelection(text: string, { maxTokens, tokenCounter }: SelectionLimits): string {
  const total = estimateTokens(text, tokenCounter);
  if (total <= maxTokens && tokenCounter.countTokens(text) <= maxTokens) return text;
  if (maxTokens < fewestTokensWithMark) return tokenCounter.truncateToTokens(text, maxTokens).content;
  const markTokens = tokenCounter.countTokens(`\n\n${omissionMark({ tokens: total })}\n\n`);
  const guess = (maxTokens / 2) * charactersPerToken;
  for (let room = maxTokens - markTokens; room > 0; room = Math.floor(room * 0.9)) {
    const fitsHalf = ({ startOffset, endOffset }: TextRange): boolean =>
      tokenCounter.countTokens(text.slice(startOffset, endOffset)) <= room / 2;
    const bounds = { startOffset: 0, endOffset: text.length };
    const head = growWindow(text, { bounds, core: emptyAt(0), fits: fitsHalf, guess }) ?? emptyAt(0);
    const tail =
      growWindow(text, { bounds, core: emptyAt(text.length), fits: fitsHalf, guess }) ?? emptyAt(text.length);
    const shown = [text.slice(0, head.endOffset).trimEnd(), text.slice(tail.startOffset).trimStart()];
    const left = total - shown.reduce((sum, part) => sum + tokenCounter.countTokens(part), 0);
    const shortened = shown.join(`\n\n${omissionMark({ tokens: left })}\n\n`);
    if (tokenCounter.countTokens(shortened) <= maxTokens) return shortened;
  }
  return tokenCounter.truncateToTokens(text, maxTokens).content;
}

function emptyAt(offset: number): TextRange {
  return { startOffset: offset, endOffset: offset };
}

interface Surroundings {
  /** From the start of the first block the selection touches to the end of the last. */
  readonly touched: TextRange;
  /** With the block before and the block after. */
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
  readonly range: TextRange;
  readonly bounds: TextRange;
  readonly markName: string;
}

/** An ellipsis shows a side that was cut inside its paragraph. */
function renderWindow(content: string, { window, range, bounds, markName }: MarkedWindow): string {
  const before = content.slice(window.startOffset, range.startOffset).replace(/^\s*[\r\n]/u, '');
  const selected = content.slice(range.startOffset, range.endOffset);
  const after = content.slice(range.endOffset, window.endOffset).trimEnd();
  if (before.trim().length === 0 && after.length === 0) return selected;
  const lead = window.startOffset > bounds.startOffset && before.length > 0 ? '… ' : '';
  const trail = window.endOffset < bounds.endOffset && after.length > 0 ? ' …' : '';
  return `${lead}${before}⟦${markName}⟧${selected}⟦/${markName}⟧${after}${trail}`;
}
