import type { LineIndex } from '@lexichord/platform/internal';
import { type TokenRanges, graphemeFloor } from '@lexichord/tokenizer';

import type { CutContext, Draft, PartOwner } from './draft.js';
import type { LineRange } from './pieces.js';

/** Share of the fitting lines, from their end, in which a good cut is searched. */
const lookBackShare = 0.4;
/** Factor by which the first of two halves may exceed the even size. */
const slack = 1.1;
/** Upper estimate of UTF-16 units per token, to bound the text in which a token limit is searched. */
const unitsPerToken = 8;

/**
 * Cuts lines into runs of at most `limit` tokens (T-016 FR-016-42, FR-016-43, FR-016-47), after a blank line or before
 * a line with little indentation, if there is one. A single line above the limit is cut within. A last run below the
 * minimum (FR-016-45) gets lines of the run before it.
 */
export function cutAtLines(range: LineRange, limit: number, cutContext: CutContext): readonly Draft[] {
  const drafts = fullRuns(range, limit, cutContext);
  const [before, last] = drafts.slice(-2);
  if (before === undefined || last === undefined || last.tokens >= cutContext.sizes.minChunkTokens) return drafts;
  const halves = halveLines({ from: before.from, to: last.to }, limit, cutContext);
  return halves === undefined ? drafts : [...drafts.slice(0, -2), ...halves];
}

/**
 * Cuts lines that slightly exceed one run into two of about equal size. `undefined` if not both would be between the
 * minimum and `limit`, in tokens.
 */
export function halveLines(range: LineRange, limit: number, cutContext: CutContext): readonly Draft[] | undefined {
  const half = (cutContext.tokens.ofLines(range.from, range.to) / 2) * slack;
  const runs = fullRuns(range, Math.min(half, limit), cutContext);
  const isUseful = ({ tokens, within }: Draft): boolean =>
    within === undefined && tokens >= cutContext.sizes.minChunkTokens;
  return runs.length === 2 && runs.every(isUseful) ? runs : undefined;
}

function fullRuns(range: LineRange, limit: number, cutContext: CutContext): readonly Draft[] {
  const drafts: Draft[] = [];
  const family = {};
  for (let from = range.from; from < range.to;) {
    const fitting = lastFitting(from, range.to, limit, cutContext);
    if (fitting === from) {
      // One by one, because there may be more pieces than a call takes arguments.
      for (const piece of cutLongLine(from, limit, cutContext)) drafts.push(piece);
      from += 1;
      continue;
    }
    const to = fitting === range.to ? fitting : bestCut(from, fitting, cutContext.lines);
    const tokens = cutContext.tokens.ofLines(from, to);
    drafts.push({ from, to, tokens, family, isPlain: true, isHeader: false, isImports: false });
    from = to;
  }
  return drafts;
}

/** Cuts a text without structure into chunks of a number of lines (T-016 AC-044), fewer if they would be too large. */
export function cutByLineCount(linesPerChunk: number, cutContext: CutContext): readonly Draft[] {
  const drafts: Draft[] = [];
  for (let from = 0; from < cutContext.lineCount; from += linesPerChunk) {
    const to = Math.min(from + linesPerChunk, cutContext.lineCount);
    for (const draft of cutAtLines({ from, to }, cutContext.sizes.maxChunkTokens, cutContext)) drafts.push(draft);
  }
  return drafts;
}

/** The largest end with at most `limit` tokens before it; `from` if not even one line fits. */
function lastFitting(from: number, end: number, limit: number, { tokens, lines }: CutContext): number {
  // Only if likely: a long text without a position to cut, such as one of blank lines, is counted again each time.
  const isLikely = lines.start(end) - lines.start(from) <= limit * unitsPerToken;
  if (isLikely && tokens.ofLines(from, end) <= limit) return end;
  let low = from;
  let step = 1;
  while (low + step <= end && tokens.ofLines(from, low + step) <= limit) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, end + 1);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (tokens.ofLines(from, middle) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

function bestCut(from: number, fitting: number, lines: LineIndex): number {
  const earliest = Math.max(from + 1, Math.ceil(fitting - (fitting - from) * lookBackShare));
  let best = fitting;
  let minCost = Infinity;
  for (let line = fitting; line >= earliest; line -= 1) {
    if (lines.text(line - 1).trim() === '') return line;
    const indentation = /^[ \t]*/u.exec(lines.text(line))?.[0].length ?? 0;
    if (indentation < minCost) {
      minCost = indentation;
      best = line;
    }
  }
  return best;
}

/**
 * Cuts one line above the limit into pieces between words, else between characters: the only case of chunks without
 * whole lines, because a chunk above the maximum is unusable (T-016 AC-133).
 */
function cutLongLine(line: number, limit: number, { lines, counter, tokens }: CutContext): readonly Draft[] {
  const { content } = lines;
  const end = lines.start(line + 1);
  const owner: PartOwner = {};
  const drafts: Draft[] = [];
  for (let start = lines.start(line); start < end;) {
    const window = { start, end: windowEnd(content, { start, end, limit }) };
    const { content: fitting } = counter.truncateToTokens(content.slice(window.start, window.end), limit);
    const cut = fitting.length > 0 ? start + fitting.length : cutBetweenCodePoints(content, window, limit, tokens);
    const within = { start, end: cut };
    drafts.push({
      ...{ from: line, to: line + 1, tokens: tokens.exactly(within.start, within.end), family: owner, owner, within },
      ...{ isPlain: true, isHeader: false, isImports: false },
    });
    start = cut;
  }
  return drafts;
}

/** End of the text in which a cut is searched; all of it may fit, so it ends with a whole character. */
function windowEnd(
  content: string,
  { start, end, limit }: { readonly start: number; readonly end: number; readonly limit: number },
): number {
  const far = Math.min(end, start + limit * unitsPerToken);
  const whole = graphemeFloor(content, far);
  // A character that is longer than that is cut between its code points.
  return whole > start ? whole : codePointFloor(content, far);
}

/** The last position at or before `offset` that is not within a surrogate pair. */
function codePointFloor(content: string, offset: number): number {
  return (content.codePointAt(offset - 1) ?? 0) > 0xffff ? offset - 1 : offset;
}

/**
 * The end of the fitting part of a character larger than the limit, such as a letter with thousands of marks; at least
 * one code point.
 */
function cutBetweenCodePoints(
  content: string,
  { start, end }: { readonly start: number; readonly end: number },
  limit: number,
  tokens: TokenRanges,
): number {
  let fitting = start + ((content.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
  let tooFar = end + 1;
  for (;;) {
    const middle = codePointFloor(content, (fitting + tooFar) >>> 1);
    if (middle <= fitting) return fitting;
    if (tokens.exactly(start, middle) <= limit) fitting = middle;
    else tooFar = middle;
  }
}
