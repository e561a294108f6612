/** How far back the segmenter's window begins at first when no certain boundary is nearer, in UTF-16 units. */
const windowUnits = 512;
/** And at most. */
const maxWindowUnits = 1 << 15;
/** Length of the text behind the cut that the segmenter sees: enough to tell whether the cut is inside a grapheme. */
const lookAheadUnits = 64;
const carriageReturn = 0x0d;

let segmenter: Intl.Segmenter | undefined;

/**
 * The last offset at or before `offset` (UTF-16 units) where the text can be cut without splitting a grapheme: a
 * family emoji, a flag, a letter with its marks, CR LF, a surrogate pair. Looks at the surroundings only, at most
 * 32,768 units back. No written language has a grapheme of that length; one that has none of its bounds in reach is
 * split at `offset`, between two code points, and of a longer row of flags a pair may be.
 */
export function graphemeFloor(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length || isCertainBoundary(text, offset)) return Math.min(offset, text.length);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  for (let size = windowUnits; size <= maxWindowUnits; size *= 4) {
    const from = windowStart(text, offset, size);
    const segments = segmenter.segment(text.slice(from, offset + lookAheadUnits));
    const start = segments.containing(offset - from)?.index ?? 0;
    if (from === 0 || isCertainBoundary(text, from)) return from + start;
    // A grapheme that began before the window seems to end where its rest alone would. The next bound is real.
    const startBefore = start > 0 ? (segments.containing(start - 1)?.index ?? 0) : 0;
    if (startBefore > 0) return from + start;
  }
  return isLowSurrogate(text.charCodeAt(offset)) && isHighSurrogate(text.charCodeAt(offset - 1)) ? offset - 1 : offset;
}

/** Between two ASCII characters there is a boundary, whatever surrounds them; but for CR LF. */
function isCertainBoundary(text: string, offset: number): boolean {
  const before = text.charCodeAt(offset - 1);
  return before < 0x80 && before !== carriageReturn && text.charCodeAt(offset) < 0x80;
}

/** The nearest certain boundary within `size` units before `offset`, else an offset that splits no pair and no flag. */
function windowStart(text: string, offset: number, size: number): number {
  const farthest = Math.max(0, offset - size);
  for (let at = offset - 1; at > farthest; at--) if (isCertainBoundary(text, at)) return at;
  let at = farthest;
  if (at > 0 && isLowSurrogate(text.charCodeAt(at))) at--;
  // Flags pair up from the first regional indicator on, so a row of them must be seen from its start.
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
