import type { ITokenCounter, QuoteText, TextRange } from '@lexichord/abstractions';

import { CutFrames } from '../text/frame-cut.js';
import { growWindow } from '../text/grow-window.js';
import { omissionMark } from '../text/text-marks.js';
import { type ExcerptCandidate, excerptCandidates } from './excerpt-candidates.js';
import type { MeasuredBlock, MeasuredDocument } from './measure-document.js';
import { addRange, closeSmallGaps, gapsBetween, renderExcerpt } from './render-excerpt.js';

/** An excerpt of a document within a token limit. */
interface DocumentExcerpt {
  readonly content: string;
  /** Ranges of the excerpt, in document order. */
  readonly ranges: readonly TextRange[];
}

/** Options of an excerpt. */
interface ExcerptRequest {
  /** Offset of the cursor in UTF-16 units; absent: the start of the document. */
  readonly focus?: number | undefined;
  readonly maxTokens: number;
  readonly tokenCounter: ITokenCounter;
  /** Quotes each part of the document between the marks; absent: unchanged. */
  readonly quote?: QuoteText | undefined;
}

/** Minimum number of tokens for omission marks: in fewer, they would cost more than they explain. */
const minTokensWithMarks = 100;

/** Maximum shares of the limit for headings above the cursor and the opening: for each block, and for all of them. */
const maxShareOfExtra = 0.1;
const maxShareOfExtras = 0.2;

/** Maximum assumed UTF-16 units per token: a block with more is mostly white space, of which a little is enough. */
const maxCharactersPerToken = 8;

/** Maximum number of attempts at fitting the last, partial block, when the exact count differs from the estimate. */
const fillAttempts = 3;

/**
 * The most important blocks that fit, in document order, and a part of the first that does not fit completely. Block
 * counts are only estimates; the text itself is counted before it is returned and never exceeds the limit.
 */
export function buildExcerpt(document: MeasuredDocument, given: ExcerptRequest): DocumentExcerpt {
  const request = { ...given, frames: new CutFrames(document.content, document.structure.blocks, given) };
  const { taken, next } = dropUntilItFits(document, request, chooseBlocks(document, request));
  const ranges = rangesOf(taken);
  const filled = next === undefined ? undefined : fillWithPart(document, request, { ranges, next });
  const best = filled ?? ranges;
  const hasMarks = request.maxTokens >= minTokensWithMarks;
  return {
    content: render(document, best, request),
    ranges: hasMarks ? closeSmallGaps(document, best, request.tokenCounter) : best,
  };
}

interface FramedRequest extends ExcerptRequest {
  readonly frames: CutFrames;
}

interface BlockChoice {
  /** Most important first. */
  readonly taken: readonly ExcerptCandidate[];
  /** Estimated tokens of the ranges and the marks between them. */
  readonly estimate: number;
  /** The first candidate that did not fit. */
  readonly next?: ExcerptCandidate | undefined;
}

/** Chooses again, with a corrected target, if the counts of many small blocks added up to too much. */
function chooseBlocks(document: MeasuredDocument, request: FramedRequest): BlockChoice {
  const { maxTokens } = request;
  const choice = takeWholeBlocks(document, request, maxTokens);
  if (choice.next === undefined || choice.taken.length === 0) return choice;
  const excess = choice.estimate / Math.max(1, count(document, rangesOf(choice.taken), request));
  return excess < 1.03 ? choice : takeWholeBlocks(document, request, maxTokens * Math.min(1.5, excess));
}

function takeWholeBlocks(document: MeasuredDocument, request: FramedRequest, target: number): BlockChoice {
  const { maxTokens, tokenCounter, focus } = request;
  const markTokens = markCost(tokenCounter, request);
  const taken = new Map<MeasuredBlock, ExcerptCandidate>();
  let ranges: readonly TextRange[] = [];
  let spent = 0;
  let estimate = 0;
  for (const candidate of excerptCandidates(document, focus)) {
    const { block, cutFrom } = candidate;
    if (taken.has(block) || (cutFrom === undefined && !isSmallExtra(block, { spent, maxTokens }))) continue;
    const wider = addRange(ranges, block);
    const wanted = spent + block.tokens + gapsBetween(wider, document.content.length).length * markTokens;
    if (wanted <= target) {
      taken.set(block, candidate);
      ranges = wider;
      spent += block.tokens;
      estimate = wanted;
    } else if (cutFrom !== undefined) {
      return { taken: [...taken.values()], estimate, next: candidate };
    }
  }
  return { taken: [...taken.values()], estimate };
}

function isSmallExtra(
  { tokens }: MeasuredBlock,
  { spent, maxTokens }: { readonly spent: number; readonly maxTokens: number },
): boolean {
  return tokens <= maxTokens * maxShareOfExtra && spent + tokens <= maxTokens * maxShareOfExtras;
}

function dropUntilItFits(document: MeasuredDocument, request: FramedRequest, choice: BlockChoice): BlockChoice {
  const taken = [...choice.taken];
  let { next } = choice;
  while (taken.length > 0 && count(document, rangesOf(taken), request) > request.maxTokens) {
    const dropped = taken.pop();
    if (dropped?.cutFrom !== undefined) next = dropped;
  }
  return { ...choice, taken, next };
}

interface PartialFill {
  readonly ranges: readonly TextRange[];
  readonly next: ExcerptCandidate;
}

function fillWithPart(
  document: MeasuredDocument,
  request: FramedRequest,
  { ranges, next: { block, cutFrom = block.startOffset } }: PartialFill,
): readonly TextRange[] | undefined {
  const { maxTokens, tokenCounter } = request;
  const average = (block.endOffset - block.startOffset) / Math.max(1, block.tokens);
  const charactersPerToken = Math.min(average, maxCharactersPerToken);
  const before = ranges.length === 0 ? 0 : count(document, ranges, request);
  let room = maxTokens - before - (ranges.length === 0 ? 2 : 1) * markCost(tokenCounter, request);
  let best: readonly TextRange[] | undefined;
  for (let attempt = 0; attempt < fillAttempts && room > 0; attempt += 1) {
    const limit = room;
    const part = growWindow(document.content, {
      bounds: block,
      core: { startOffset: cutFrom, endOffset: cutFrom },
      fits: ({ startOffset, endOffset }) =>
        tokenCounter.countTokens(document.content.slice(startOffset, endOffset)) <= limit,
      guess: limit * charactersPerToken,
      wholeLines: document.structure.blockAt(block.startOffset)?.kind === 'code',
    });
    if (part === undefined || part.endOffset === part.startOffset) break;
    const wider = addRange(ranges, part);
    const left = maxTokens - count(document, wider, request);
    if (left >= 0) best = wider;
    if (left >= 0 && left <= maxTokens * 0.03) break;
    room += left;
  }
  return best;
}

function rangesOf(taken: readonly ExcerptCandidate[]): readonly TextRange[] {
  return taken.reduce<readonly TextRange[]>((ranges, { block }) => addRange(ranges, block), []);
}

function count(document: MeasuredDocument, ranges: readonly TextRange[], request: FramedRequest): number {
  return request.tokenCounter.countTokens(render(document, ranges, request));
}

function render(
  document: MeasuredDocument,
  ranges: readonly TextRange[],
  { maxTokens, tokenCounter, frames, quote }: FramedRequest,
): string {
  const marks = maxTokens >= minTokensWithMarks;
  const shown = marks ? closeSmallGaps(document, ranges, tokenCounter) : ranges;
  return renderExcerpt(document, shown, { marks, frames, quote });
}

function markCost(tokenCounter: ITokenCounter, { maxTokens }: Pick<FramedRequest, 'maxTokens'>): number {
  if (maxTokens < minTokensWithMarks) return 0;
  return tokenCounter.countTokens(`\n\n${omissionMark({ tokens: 99_999, sections: 99 })}\n\n`);
}
