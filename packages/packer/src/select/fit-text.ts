import type { ExcludedChunk, ITokenCounter, IncludedChunk } from '@lexichord/abstractions';

import type { Layout } from '../format/formatter.js';
import { byPlace } from '../format/packed-file.js';
import { addedTokens } from './selection-costs.js';
import type { Selection } from './selector.js';

/** A selection as text, counted. */
export interface FittedText extends Selection {
  readonly content: string;
  readonly totalTokens: number;
}

/** What the text has to fit. */
export interface FitLimits {
  readonly layout: Layout;
  readonly counter: ITokenCounter;
  readonly availableTokens: number;
}

/** So many chunks that were passed over are tried with what is left in the end. */
const maxTried = 50;

/** Rounds in which one chunk is enough to go. */
const roundsOfOne = 3;

/** So many of them are looked at more closely. */
const maxMeasured = 1_000;

/** Text that is counted to fill up what is left, in UTF-16 units, all tries together. */
const maxCounted = 5_000_000;

/**
 * Formats a selection and counts the whole text (T-016 AC-058..060). What the chunks were charged with can be off by a
 * few tokens: where it was too little, the last chunks go again; where something is left, chunks that were passed over
 * get it.
 */
export function fitText(selection: Selection, limits: FitLimits): FittedText {
  let fitted = formatted(selection, limits);
  for (let round = 0; fitted.totalTokens > limits.availableTokens && fitted.included.length > 0; round += 1) {
    const tokens = fitted.totalTokens - limits.availableTokens;
    // Each round counts the whole text. Where counts are far off, as with chunks of next to nothing, few rounds are enough.
    const chunks = 2 ** Math.max(0, round - roundsOfOne);
    fitted = formatted(withoutLast(fitted, { tokens, chunks }), limits);
  }
  return fillUp(fitted, limits);
}

function formatted({ included, excluded }: Selection, { layout, counter }: FitLimits): FittedText {
  const content = layout.format(included);
  return { included, excluded, content, totalTokens: counter.countTokens(content) };
}

/** Drops the lowest-ranked chunks until about `min.tokens` tokens and at least `min.chunks` chunks are gone. */
function withoutLast({ included, excluded }: Selection, min: { tokens: number; chunks: number }): Selection {
  let kept = included.length;
  for (let dropped = 0; kept > 0 && (dropped < min.tokens || included.length - kept < min.chunks);) {
    kept -= 1;
    dropped += included[kept]?.tokenCount ?? 0;
  }
  const gone = included.slice(kept).map((chunk): ExcludedChunk => ({ ...chunk, reason: 'budget-exceeded' }));
  return { included: included.slice(0, kept), excluded: byRank([...excluded, ...gone]) };
}

function fillUp(fitted: FittedText, limits: FitLimits): FittedText {
  let best = fitted;
  if (best.included.some(({ isTruncated }) => isTruncated === true)) return best;
  let tried = 0;
  let measured = 0;
  for (const chunk of fitted.excluded) {
    const room = limits.availableTokens - best.totalTokens;
    if (chunk.reason !== 'budget-exceeded' || chunk.tokenCount > room) continue;
    if (++measured > maxMeasured) break;
    const sameFile = best.included.filter(({ filePath }) => filePath === chunk.filePath).sort(byPlace);
    if (addedTokens<IncludedChunk>(chunk, sameFile, limits.layout).tokens > room) continue;
    const larger = formatted(
      {
        included: byRank([...best.included, withoutReason(chunk)]),
        excluded: best.excluded.filter((other) => other !== chunk),
      },
      limits,
    );
    if (larger.totalTokens <= limits.availableTokens) best = larger;
    tried += 1;
    if (tried === maxTried || tried * larger.content.length > maxCounted) break;
  }
  return best;
}

function byRank<T extends IncludedChunk>(chunks: readonly T[]): readonly T[] {
  return chunks.toSorted((a, b) => a.rank - b.rank);
}

function withoutReason(chunk: ExcludedChunk): IncludedChunk {
  const included: Partial<ExcludedChunk> = { ...chunk };
  delete (included as { reason?: unknown }).reason;
  return included as IncludedChunk;
}
