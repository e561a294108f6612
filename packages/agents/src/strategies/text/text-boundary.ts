import type { TextRange } from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

/** Maximum distance to the edge of a sentence or line, in UTF-16 units; at most a quarter of the window. */
const sentenceReach = 200;

/** Maximum distance to the edge of a word, in UTF-16 units; a longer run is not a word. */
const wordReach = 60;

/**
 * The best start of a window between `offset` and `latest`: the start of a line or sentence, else of a word; else the
 * start of the grapheme at `offset`.
 */
export function startBoundary(text: string, offset: number, latest: number): number {
  const reach = Math.min(sentenceReach, Math.floor((latest - offset) / 4));
  for (let index = Math.max(1, offset); index <= offset + reach; index += 1) {
    if (isSentenceStart(text, index)) return index;
  }
  for (let index = Math.max(1, offset); index <= Math.min(latest, offset + wordReach); index += 1) {
    if (isWhiteSpace(text.charCodeAt(index - 1)) && !isWhiteSpace(text.charCodeAt(index))) return index;
  }
  return graphemeFloor(text, offset);
}

/**
 * The best end of a window between `earliest` and `offset`: the end of a line or sentence, else of a word, else of a
 * grapheme.
 */
export function endBoundary(text: string, offset: number, earliest: number): number {
  const reach = Math.min(sentenceReach, Math.floor((offset - earliest) / 4));
  for (let index = Math.min(text.length, offset); index >= offset - reach; index -= 1) {
    if (isSentenceEnd(text, index)) return index;
  }
  for (let index = Math.min(text.length, offset); index >= Math.max(earliest, offset - wordReach); index -= 1) {
    if (!isWhiteSpace(text.charCodeAt(index - 1)) && isWhiteSpace(text.charCodeAt(index))) return index;
  }
  return Math.max(earliest, graphemeFloor(text, offset));
}

/** The first line start between `offset` and `latest`; `undefined` if there is none. */
export function lineStartBetween(text: string, offset: number, latest: number): number | undefined {
  for (let index = Math.max(1, offset); index <= latest; index += 1) {
    const isPair = text.charCodeAt(index) === 0x0a && text.charCodeAt(index - 1) === 0x0d;
    if (isLineFeed(text.charCodeAt(index - 1)) && !isPair) return index;
  }
  return undefined;
}

/** The last line end between `earliest` and `offset`; `undefined` if there is none. */
export function lineEndBetween(text: string, offset: number, earliest: number): number | undefined {
  for (let index = Math.min(text.length - 1, offset); index >= earliest; index -= 1) {
    const isPair = text.charCodeAt(index) === 0x0a && text.charCodeAt(index - 1) === 0x0d;
    if (isLineFeed(text.charCodeAt(index)) && !isPair) return index;
  }
  return undefined;
}

function isLineFeed(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function isSentenceStart(text: string, index: number): boolean {
  const previous = text.charCodeAt(index - 1);
  if (isLineEnd(previous)) return !(previous === 0x0d && text.charCodeAt(index) === 0x0a);
  if (isFullWidthStop(previous)) return true;
  return isWhiteSpace(previous) && !isWhiteSpace(text.charCodeAt(index)) && isStop(text.charCodeAt(index - 2));
}

function isSentenceEnd(text: string, index: number): boolean {
  const next = text.charCodeAt(index);
  const previous = text.charCodeAt(index - 1);
  if (isLineEnd(next)) return !(next === 0x0a && previous === 0x0d);
  return isFullWidthStop(previous) || (isWhiteSpace(next) && isStop(previous));
}

function isStop(code: number): boolean {
  return code === 0x2e || code === 0x21 || code === 0x3f;
}

/** Whether a code is `。`, `！` or `？`: scripts with these put no space after a sentence. */
function isFullWidthStop(code: number): boolean {
  return code === 0x3002 || code === 0xff01 || code === 0xff1f;
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000 || isLineEnd(code);
}

/** Length of the text after an offset that is searched for the end of its grapheme, in UTF-16 units. */
const lookAheadUnits = 1_024;

let segmenter: Intl.Segmenter | undefined;

/** The range, widened so that it splits no emoji, no letter from its marks, and no CR LF. */
export function widenToGraphemes(text: string, { startOffset, endOffset }: TextRange): TextRange {
  return { startOffset: graphemeFloor(text, startOffset), endOffset: graphemeCeiling(text, endOffset) };
}

function graphemeCeiling(text: string, offset: number): number {
  const start = graphemeFloor(text, offset);
  if (start >= offset) return offset;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [first] = segmenter.segment(text.slice(start, offset + lookAheadUnits));
  return Math.max(offset, start + (first?.segment.length ?? 0));
}
