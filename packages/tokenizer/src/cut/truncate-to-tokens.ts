import type { TruncatedText } from '@lexichord/abstractions';
import type { BytePairEncoder, FittingPrefix } from '../byte-pair-encoder.js';
import { cutCandidates } from './cut-candidates.js';
import { graphemeFloor } from './grapheme-boundary.js';
import { maxWholePieceLength } from '../merge/merge-ranks.js';

/** UTF-16 units that are counted at a time: a cut is counted again from the last such step before it. */
const stepUnits = 1 << 12;
/** Number of longest tokens that are read after the fitting text: the last tokens before a cut depend on them. */
const tokensBehind = 16;
/**
 * Minimum UTF-16 units of the first read: a piece above {@link maxWholePieceLength} is merged only as far as it fits.
 */
const minUnits = 2 * maxWholePieceLength;
/** UTF-16 units of the first read for each remaining token: more than most tokens have. */
const likelyTokenUnits = 8;
/** Growth factor of the read if it was not enough. */
const growth = 4;
/**
 * Number of attempts that each take one token less; then the reduction doubles with each, so that there are few
 * attempts.
 */
const singleSteps = 8;

/** A position where counting can continue: a safe boundary, and the number of tokens before it. */
interface Checkpoint {
  readonly offset: number;
  readonly tokens: number;
}

/** A text that is too long, with the counts of its beginning. */
interface Excess {
  readonly encoder: BytePairEncoder;
  readonly text: string;
  readonly maxTokens: number;
  readonly checkpoints: readonly Checkpoint[];
}

const nothing: TruncatedText = { content: '', tokenCount: 0, boundary: 'empty' };
const textStart: Checkpoint = { offset: 0, tokens: 0 };

/**
 * Returns the longest reasonable prefix with at most `maxTokens` tokens. Counts from the front and stops at the limit:
 * reads at most the longest token times `maxTokens` and a few thousand UTF-16 units more, and merges little more than
 * is kept. Each candidate for the cut is counted exactly, as the resulting text, from the last checkpoint. Ends inside
 * a grapheme only if the grapheme is longer than the range of {@link graphemeFloor}.
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

/** A section of text and its fitting prefix. */
interface FittedStep {
  /** A safe boundary or the end of the text; otherwise so far that not everything before it fits. */
  readonly end: number;
  readonly fitting: FittingPrefix;
}

/**
 * Fits the next step. It ends at a safe boundary; without one it grows until the fitting prefix ends so far before its
 * end that the text after it cannot matter.
 * @param left start of the step, and the tokens that are left for it
 */
function fitStep(encoder: BytePairEncoder, text: string, left: Checkpoint): FittedStep {
  const { offset } = left;
  const behind = tokensBehind * encoder.maxTokenBytes;
  // More than these tokens can contain: a step that ends there, without a safe boundary, never fits completely.
  const farthest = Math.min(text.length, offset + left.tokens * encoder.maxTokenBytes + behind);
  for (let units = Math.max(minUnits, left.tokens * likelyTokenUnits + behind); ; units *= growth) {
    const reach = Math.min(farthest, offset + units);
    const end = encoder.windowEnd(text, offset, reach, stepUnits);
    const fitting = encoder.fit(text, offset, end, left.tokens);
    if (end < reach || reach === farthest || fitting.end + behind <= end) return { end, fitting };
  }
}

/** Cuts at `limit`, the end of the fitting prefix, or at a better offset before it. */
function cut(excess: Excess, limit: number): TruncatedText {
  const { text, maxTokens } = excess;
  let budget = maxTokens;
  // A cut inside a piece can raise its count above the limit: try again with fewer tokens.
  for (let attempt = 1; budget > 0 && limit > 0; attempt++) {
    let keptEnd = 0;
    for (const { boundary, end } of cutCandidates(text, limit)) {
      keptEnd = graphemeFloor(text, end);
      if (keptEnd === 0) continue;
      const tokenCount = countPrefix(excess, keptEnd);
      if (tokenCount <= maxTokens) return { content: text.slice(0, keptEnd), tokenCount, boundary };
    }
    budget -= attempt <= singleSteps ? 1 : 2 ** (attempt - singleSteps);
    // Every cut from `keptEnd` to `limit` falls back to `keptEnd`, which does not fit.
    limit = limitBefore(excess, keptEnd, budget);
  }
  return nothing;
}

function countPrefix({ encoder, text, checkpoints }: Excess, end: number): number {
  const from = checkpoints.findLast(({ offset }) => offset <= end) ?? textStart;
  return from.tokens + encoder.count(text, from.offset, end);
}

/** End of the prefix that fits into a smaller budget, before `end`. */
function limitBefore({ encoder, text, checkpoints }: Excess, end: number, budget: number): number {
  if (end <= 1 || budget < 1) return 0;
  const from = checkpoints.findLast(({ offset, tokens }) => offset < end && tokens <= budget) ?? textStart;
  return encoder.fit(text, from.offset, end - 1, budget - from.tokens).end;
}
