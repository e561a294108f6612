import type { TruncatedText } from '@lexichord/abstractions';
import type { BytePairEncoder } from './byte-pair-encoder.js';
import { cutCandidates } from './cut-candidates.js';
import { graphemeFloor } from './grapheme-boundary.js';

/** UTF-16 units counted at a time: a cut is counted again from the last such step before it. */
const stepUnits = 1 << 12;

/** A place where counting can go on: a safe boundary and the tokens before it. */
interface Checkpoint {
  readonly offset: number;
  readonly tokens: number;
}

const nothing: TruncatedText = { content: '', tokenCount: 0, boundary: 'empty' };

/**
 * The longest sensible prefix of at most `maxTokens` tokens. Counts from the front and stops where the budget is
 * used up; the rest of the text is never looked at. Each candidate for the cut is counted exactly, but only from the
 * last checkpoint on.
 * @param maxTokens a whole number; below 1 nothing fits
 */
export function truncateToTokens(encoder: BytePairEncoder, text: string, maxTokens: number): TruncatedText {
  if (text === '') return { content: text, tokenCount: 0, boundary: 'whole' };
  if (!(maxTokens >= 1)) return nothing;

  const checkpoints: Checkpoint[] = [{ offset: 0, tokens: 0 }];
  let offset = 0;
  let tokens = 0;
  while (offset < text.length) {
    const end = encoder.windowEnd(text, offset, text.length, stepUnits);
    const stepTokens = encoder.count(text, offset, end);
    if (tokens + stepTokens > maxTokens) return cut(encoder, text, maxTokens, checkpoints, end);
    tokens += stepTokens;
    offset = end;
    checkpoints.push({ offset, tokens });
  }
  return { content: text, tokenCount: tokens, boundary: 'whole' };
}

/** Cuts a text whose last step, from the last checkpoint to `stepEnd`, went over. */
function cut(
  encoder: BytePairEncoder,
  text: string,
  maxTokens: number,
  checkpoints: readonly Checkpoint[],
  stepEnd: number,
): TruncatedText {
  const last = checkpoints.at(-1) ?? { offset: 0, tokens: 0 };
  // A cut inside a piece can raise its count, and the same place then does not fit: take a token less and try again.
  for (let left = maxTokens - last.tokens; left >= 0; left--) {
    const limit = left === 0 ? last.offset : encoder.fit(text, last.offset, stepEnd, left).end;
    for (const { boundary, end } of cutCandidates(text, limit)) {
      const keptEnd = graphemeFloor(text, end);
      if (keptEnd === 0) continue;
      const tokenCount = countPrefix(encoder, text, keptEnd, checkpoints);
      if (tokenCount <= maxTokens) return { content: text.slice(0, keptEnd), tokenCount, boundary };
    }
  }
  return nothing;
}

function countPrefix(encoder: BytePairEncoder, text: string, end: number, checkpoints: readonly Checkpoint[]): number {
  const from = checkpoints.findLast(({ offset }) => offset <= end) ?? { offset: 0, tokens: 0 };
  return from.tokens + encoder.count(text, from.offset, end);
}
