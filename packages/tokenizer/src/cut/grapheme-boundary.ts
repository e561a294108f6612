/** Initial distance from the segmenter's window start to the cut, if no certain boundary is nearer, in UTF-16 units. */
const windowUnits = 512;
/** Maximum distance, in UTF-16 units. */
const maxWindowUnits = 1 << 15;
/**
 * Length of the text after the cut that the segmenter gets, in UTF-16 units: enough to detect a cut inside a grapheme.
 */
const lookAheadUnits = 64;
const carriageReturn = 0x0d;

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the last offset at or before `offset` (UTF-16 units) where the text can be cut without splitting a grapheme:
 * a family emoji, a flag, a letter with its marks, CR LF, a surrogate pair. Reads at most 32,768 units back. No written
 * language has a grapheme of that length; a longer one is split at `offset`, between two code points, and in a longer
 * row of flags a pair may be split.
 */
export function graphemeFloor(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length || isCertainBoundary(text, offset)) return Math.min(offset, text.length);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (let size = windowUnits; size <= maxWindowUnits; size *= 4) {
    const from = windowStart(text, offset, size);
    const segments = segmenter.segment(text.slice(from, offset + lookAheadUnits));
    const start = segments.containing(offset - from)?.index ?? 0;
    if (from === 0 || isCertainBoundary(text, from)) return from + start;
    // The end of a grapheme that began before the window can be wrong. The next boundary is correct.
    const startBefore = start > 0 ? (segments.containing(start - 1)?.index ?? 0) : 0;
    if (startBefore > 0) return from + start;
  }
  return isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1)) ? offset - 1 : offset;
}

/** Whether a boundary is certain in any context: between two ASCII characters, except after CR. */
function isCertainBoundary(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  return before < 0x80 && before !== carriageReturn && text.charCodeAt(offset) < 0x80;
}

/**
 * Returns the nearest certain boundary within `size` units before `offset`, otherwise an offset that splits no
 * surrogate pair and no flag.
 */
function windowStart(text: string, offset: number, size: number): number {
  const farthest = Math.max(0, offset - size);
  for (let at = offset - 1; at > farthest; at--) if (isCertainBoundary(text, at)) return at;
  let at = farthest;
  if (at > 0 && isLowSurrogate(text.charCodeAt(at))) at--;
  // Flags are pairs counted from the first regional indicator, so a row of them must be read from its start.
  const farthestFlag = Math.max(2, offset - maxWindowUnits);
  while (at >= farthestFlag && isRegionalIndicator(text, at - 2)) at -= 2;
  return at;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function isRegionalIndicator(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at) ?? 0;
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}
