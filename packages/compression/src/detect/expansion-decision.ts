import { CompressionLevel, compressionLevelNames } from '@lexichord/abstractions';

import type { Need } from './phrases/find-need.js';
import type { NeedKind } from './phrases/needs.js';
import { type Candidate, type ShownLevel, notShown } from './segments/shown-context.js';

/** Words that request exact text, which only the original has. */
const exactThings =
  /\b(?:exact(?:ly)?|verbatim|word(?:ing|s)|word[ -](?:for|by)[ -]word|phras(?:ing|e)|quot(?:e|ed|ation)|literal(?:ly)?|original|precise(?:ly)?|full|complete|entire|unabridged|transcript|code|snippet|function|script|query|command|config(?:uration)?|stack ?trace|traceback|logs?|output|error message|numbers?|figures?|amounts?|measurements?|coordinates|address(?:es)?|password|token|url|link|table|list|(?:re-?)?paste|re-?(?:send|post|share)|copy)\b/iu;

/** Chooses one level above the shown one, or Full if exact text is requested. */
export function targetLevel(needs: readonly Need[], shown: ShownLevel): CompressionLevel {
  const isExact = needs.some(({ kind, sentence }) => kind === 'wording' || exactThings.test(sentence.text));
  return isExact ? CompressionLevel.full : nextLevel(shown);
}

/**
 * The next level with more detail. A segment that is not shown starts at Detailed, because Tags and Brief would hardly
 * help.
 */
export function nextLevel(shown: ShownLevel): CompressionLevel {
  return shown === notShown ? CompressionLevel.detailed : (Math.max(0, shown - 1) as CompressionLevel);
}

/** Candidates that are shown with less detail than a level has. */
export function withLessDetail(candidates: readonly Candidate[], level: CompressionLevel): readonly Candidate[] {
  return candidates.filter(({ shown }) => shown > level);
}

const needTexts: Readonly<Record<NeedKind, string>> = {
  reminder: 'asks to be reminded',
  repetition: 'asks for a repetition',
  question: 'asks about an earlier statement or decision',
  wording: 'asks for the exact words',
  context: 'says that it lacks context',
  expansion: 'asks to expand a part of the conversation',
  memory: 'does not remember an earlier statement',
  access: 'cannot see a part of the conversation',
  summary: 'finds the summary too short',
  earlier: 'refers to an earlier part of the conversation without its content',
};

/** The need of an answer, as a sentence without its full stop. */
export function needText(kind: NeedKind): string {
  return `The answer ${needTexts[kind]}`;
}

/** Names segments and their target level, as the end of a sentence. */
export function segmentText(segmentIds: readonly string[], level: CompressionLevel): string {
  const name = compressionLevelNames[level];
  const [first = ''] = segmentIds;
  return segmentIds.length === 1 ? `segment ${first} at ${name}` : `segments ${segmentIds.join(', ')} at ${name}`;
}

export function shownText(shown: ShownLevel): string {
  return shown === notShown ? 'not in the context' : `in the context at ${compressionLevelNames[shown]}`;
}
