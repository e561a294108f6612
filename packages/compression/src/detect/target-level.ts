import { CompressionLevel } from '@lexichord/abstractions';

import type { Need } from './phrases/find-need.js';
import type { Candidate } from './segments/candidates.js';
import { type ShownLevel, notShown } from './segments/shown-context.js';

/** What only the original has. */
const exactThings =
  /\b(?:exact(?:ly)?|verbatim|word(?:ing|s)|word[ -](?:for|by)[ -]word|phras(?:ing|e)|quot(?:e|ed|ation)|literal(?:ly)?|original|precise(?:ly)?|full|complete|entire|unabridged|transcript|code|snippet|function|script|query|command|config(?:uration)?|stack ?trace|traceback|logs?|output|error message|numbers?|figures?|amounts?|measurements?|coordinates|address(?:es)?|password|token|url|link|table|list|(?:re-?)?paste|re-?(?:send|post|share)|copy)\b/iu;

/** One level more than the context shows; everything where the exact words are asked for. */
export function targetLevel(needs: readonly Need[], shown: ShownLevel): CompressionLevel {
  const isExact = needs.some(({ kind, sentence }) => kind === 'wording' || exactThings.test(sentence.text));
  return isExact ? CompressionLevel.full : nextLevel(shown);
}

/** The next level with more detail. Of what is not shown at all, Tags and Brief would hardly help. */
export function nextLevel(shown: ShownLevel): CompressionLevel {
  return shown === notShown ? CompressionLevel.detailed : (Math.max(0, shown - 1) as CompressionLevel);
}

/** Those that a level has more of than the context. */
export function thatGain(candidates: readonly Candidate[], level: CompressionLevel): readonly Candidate[] {
  return candidates.filter(({ shown }) => shown > level);
}
