import type { TruncationBoundary } from '@lexichord/abstractions';

/** An offset at which a text may be cut. */
export interface CutCandidate {
  readonly boundary: TruncationBoundary;
  /** End of the kept text, in UTF-16 units. */
  readonly end: number;
}

/**
 * Minimum share of the fitting text that a boundary must keep, 0 to 1; otherwise the next kind of boundary is tried.
 */
const minKeptShare = 0.5;

const lineFeed = 0x0a;
/** Maximum length of white space after a cut that is searched for line ends, in UTF-16 units. */
const maxBlankRun = 256;
const blanks = /\s/;
/** Ends of sentences, and of statements in code. A comma or a letter ends neither. */
const sentenceEnds = new Set('.!?…:;。！？；');
const statementEnds = new Set('{}()[]>`|,*/');
/** Full stops of scripts without spaces between sentences. */
const unspacedEnds = new Set('。！？');
const closers = new Set('"\'”’»)]}）」』】');

/**
 * Returns offsets for cutting a text that fits only up to `limit`: the last paragraph end, the last sentence end (in
 * code: the end of the last line that ends like a statement) and the last word end, in this order, each if it keeps
 * half of the fitting text; finally `limit` itself. The kept text never ends with white space, except at `limit`.
 */
export function cutCandidates(text: string, limit: number): CutCandidate[] {
  const floor = Math.ceil(limit * minKeptShare);
  let sentence: CutCandidate | undefined;
  let word: CutCandidate | undefined;
  let isBeforeBlank = limit >= text.length || isBlank(text, limit);
  let lineFeeds = lineFeedsAfter(text, limit);
  for (let end = limit; end > floor; end--) {
    if (isBlank(text, end - 1)) {
      if (text.charCodeAt(end - 1) === lineFeed) lineFeeds++;
      isBeforeBlank = true;
      continue;
    }
    if (isBeforeBlank && lineFeeds > 1) return present([{ boundary: 'paragraph', end }, sentence, word], limit);
    if (isBeforeBlank) word ??= { boundary: 'word', end };
    if (!sentence && endsSentence(text, end, isBeforeBlank, lineFeeds > 0)) sentence = { boundary: 'sentence', end };
    isBeforeBlank = false;
    lineFeeds = 0;
  }
  return present([sentence, word], limit);
}

function present(candidates: readonly (CutCandidate | undefined)[], limit: number): CutCandidate[] {
  return [...candidates.filter((candidate) => candidate !== undefined), { boundary: 'token', end: limit }];
}

function endsSentence(text: string, end: number, isBeforeBlank: boolean, isBeforeLineFeed: boolean): boolean {
  const last = text.charAt(end - 1);
  if (!isBeforeBlank) return unspacedEnds.has(last) && !closers.has(text.charAt(end));
  if (sentenceEnds.has(last) || (isBeforeLineFeed && statementEnds.has(last))) return true;
  return closers.has(last) && sentenceEnds.has(text.charAt(end - 2));
}

/** Number of line feeds in the white space directly after an offset, at most two: these make a paragraph. */
function lineFeedsAfter(text: string, offset: number): number {
  let lineFeeds = 0;
  const end = Math.min(text.length, offset + maxBlankRun);
  for (let at = offset; at < end && lineFeeds < 2 && isBlank(text, at); at++) {
    if (text.charCodeAt(at) === lineFeed) lineFeeds++;
  }
  return lineFeeds;
}

function isBlank(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return blanks.test(text.charAt(at));
}
