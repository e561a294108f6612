import type { TextRange } from '@lexichord/abstractions';
import { endBoundary, lineEndBetween, lineStartBetween, startBoundary } from './text-boundary.js';

/** Limits of a window. */
export interface WindowLimits {
  /** Range that contains the window. */
  readonly bounds: TextRange;
  /** Range that the window contains; if it is empty, the window grows from its offset. */
  readonly core: TextRange;
  /** Whether a window fits. A larger window is expected not to fit better. */
  readonly fits: (window: TextRange) => boolean;
  /**
   * Approximate UTF-16 units beside the core that will fit. A good guess saves calls of `fits`; more than four times as
   * much is never tried, so that millions of spaces, which are few tokens, cost no more than other text.
   */
  readonly guess: number;
  /** Whether to cut between lines wherever possible, as for code. */
  readonly wholeLines?: boolean | undefined;
}

/** Maximum size that is tried, as a multiple of the guess. */
const farthestGuess = 4;

/**
 * The largest window around the core that fits, to within about 2 %, grown evenly on both sides; if one side is
 * exhausted, the other gets its share. Cut at lines or sentences, else words, never inside a grapheme. `undefined` if
 * the core does not fit.
 */
export function growWindow(
  text: string,
  { bounds, core, fits, guess, wholeLines = false }: WindowLimits,
): TextRange | undefined {
  const available = core.startOffset - bounds.startOffset + (bounds.endOffset - core.endOffset);
  const room = Math.min(available, Math.ceil(guess * farthestGuess));
  if (!fits(core)) return undefined;
  let best = core;
  let smallest = 0;
  let tooLarge = room + 1;
  let attempt = Math.max(1, Math.min(room, Math.ceil(guess)));
  while (smallest < room && tooLarge - smallest > 1 + smallest / 64) {
    const window = windowOf(text, { bounds, core, extent: attempt, wholeLines });
    if (fits(window)) {
      best = window;
      smallest = attempt;
      attempt = tooLarge > room ? Math.min(room, attempt * 2) : Math.floor((smallest + tooLarge) / 2);
    } else {
      tooLarge = attempt;
      attempt = Math.floor((smallest + tooLarge) / 2);
    }
    if (attempt <= smallest) break;
  }
  return best;
}

interface WindowShape {
  readonly bounds: TextRange;
  readonly core: TextRange;
  /** UTF-16 units beside the core, on both sides together. */
  readonly extent: number;
  readonly wholeLines: boolean;
}

function windowOf(text: string, { bounds, core, extent, wholeLines }: WindowShape): TextRange {
  const availableBefore = core.startOffset - bounds.startOffset;
  const availableAfter = bounds.endOffset - core.endOffset;
  const before = Math.min(availableBefore, Math.max(Math.floor(extent / 2), extent - availableAfter));
  const after = Math.min(availableAfter, extent - before);
  const from = core.startOffset - before;
  const to = core.endOffset + after;
  const lineStart = wholeLines ? lineStartBetween(text, from, core.startOffset) : undefined;
  const lineEnd = wholeLines ? lineEndBetween(text, to, core.endOffset) : undefined;
  return {
    startOffset:
      before === availableBefore
        ? bounds.startOffset
        : (lineStart ?? Math.max(bounds.startOffset, startBoundary(text, from, core.startOffset))),
    endOffset: after === availableAfter ? bounds.endOffset : (lineEnd ?? endBoundary(text, to, core.endOffset)),
  };
}
