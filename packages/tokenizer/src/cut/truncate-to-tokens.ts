import type { TruncatedText } from '@lexichord/abstractions';
import type { BytePairEncoder, FittingPrefix } from '../byte-pair-encoder.js';
import { cutCandidates } from './cut-candidates.js';
import { graphemeFloor } from './grapheme-boundary.js';
import { maxWholePieceLength } from '../merge/merge-ranks.js';

/** UTF-16 units counted at a time: a cut is counted again from the last such step before it. */
const stepUnits = 1 << 12;
/** Longest tokens read behind what can fit: the last tokens before a cut depend on what follows. */
const tokensBehind = 16;
/** Fewer are not read at first: a piece that is longer than {@link maxWholePieceLength} is merged only as far as it fits. */
const minUnits = 2 * maxWholePieceLength;
/** UTF-16 units read for each token that is left, at first: more than most tokens have. */
const likelyTokenUnits = 8;
/** How much more is read where that was not enough. */
const growth = 4;
/** Attempts that take one token less than the one before; then twice as many each, so that there are few in all. */
const singleSteps = 8;

/** A position where counting can continue: a safe boundary and the tokens before it. */
interface Checkpoint {
  readonly offset: number;
  readonly tokens: number;
}

/** A text that is too long, with the counts of its front. */
interface Excess {
  readonly encoder: BytePairEncoder;
  readonly text: string;
  readonly maxTokens: number;
  readonly checkpoints: readonly Checkpoint[];
}

const nothing: TruncatedText = { content: '', tokenCount: 0, boundary: 'empty' };
const textStart: Checkpoint = { offset: 0, tokens: 0 };

/**
 * The longest sensible prefix of at most `maxTokens` tokens. Counts from the front and stops where the budget is
 * used up: nothing is read beyond the longest token times `maxTokens` and a few thousand UTF-16 units,
 * and little more is merged than is kept. Each candidate for the cut is counted exactly, as the text it would
 * be, from the last checkpoint on. Ends inside a grapheme only if the grapheme is longer than {@link graphemeFloor} looks.
 * @param maxTokens a whole number; below 1 nothing fits
 */
export function truncateToTokens(encoder: BytePairEncoder, text: string, maxTokens: number): TruncatedText {
  if (text === '') return { content: text, tokenCount: 0, boundary: 'whole' };
  if (!(maxTokens >= 1)) return nothing;

  const checkpoints: Checkpoint[] = [textStart];
  let offset = 0;
  let tokens = 0;
  while (offset < text.length) {
    const { end, fitting } = fitStep(encoder, text, { offset, tokens: maxTokens - tokens });
    if (fitting.end < end) return cut({ encoder, text, maxTokens, checkpoints }, fitting.end);
    tokens += fitting.tokens;
    offset = end;
    checkpoints.push({ offset, tokens });
  }
  return { content: text, tokenCount: tokens, boundary: 'whole' };
}

/** A stretch of text and how much of it fits. */
interface FittedStep {
  /** A safe boundary or the end of the text, or too far for everything before it to fit. */
  readonly end: number;
  readonly fitting: FittingPrefix;
}

/**
 * Fits the next step. It ends at a safe boundary; in a text without one it grows until what fits ends so far before
 * its end that nothing behind it could matter.
 * @param left where the step begins, and the tokens that are left for it
 */
function fitStep(encoder: BytePairEncoder, text: string, left: Checkpoint): FittedStep {
  const { offset } = left;
  const behind = tokensBehind * encoder.longestTokenBytes;
  // More than so many tokens can hold: a step that ends there, without a safe boundary, never fits.
  const farthest = Math.min(text.length, offset + left.tokens * encoder.longestTokenBytes + behind);
  for (let units = Math.max(minUnits, left.tokens * likelyTokenUnits + behind); ; units *= growth) {
    const reach = Math.min(farthest, offset + units);
    const end = encoder.windowEnd(text, offset, reach, stepUnits);
    const fitting = encoder.fit(text, offset, end, left.tokens);
    if (end < reach || reach === farthest || fitting.end + behind <= end) return { end, fitting };
  }
}

/** Cuts at `limit`, up to which the budget lasts, or at a better offset before. */
function cut(excess: Excess, limit: number): TruncatedText {
  const { text, maxTokens } = excess;
  let budget = maxTokens;
  // A cut inside a piece can raise its count, so that it does not fit any more: take less and try again.
  for (let attempt = 1; budget > 0 && limit > 0; attempt++) {
    let keptEnd = 0;
    for (const { boundary, end } of cutCandidates(text, limit)) {
      keptEnd = graphemeFloor(text, end);
      if (keptEnd === 0) continue;
      const tokenCount = countPrefix(excess, keptEnd);
      if (tokenCount <= maxTokens) return { content: text.slice(0, keptEnd), tokenCount, boundary };
    }
    budget -= attempt <= singleSteps ? 1 : 2 ** (attempt - singleSteps);
    // From `keptEnd` to `limit` every cut falls back to `keptEnd`, which does not fit.
    limit = limitBefore(excess, keptEnd, budget);
  }
  return nothing;
}

function countPrefix({ encoder, text, checkpoints }: Excess, end: number): number {
  const from = checkpoints.findLast(({ offset }) => offset <= end) ?? textStart;
  return from.tokens + encoder.count(text, from.offset, end);
}

/** Up to where a smaller budget lasts, before `end`. */
function limitBefore({ encoder, text, checkpoints }: Excess, end: number, budget: number): number {
  if (end <= 1 || budget < 1) return 0;
  const from = checkpoints.findLast(({ offset, tokens }) => offset < end && tokens <= budget) ?? textStart;
  return encoder.fit(text, from.offset, end - 1, budget - from.tokens).end;
}
