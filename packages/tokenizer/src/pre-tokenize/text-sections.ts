import type { BytePairEncoder } from '../byte-pair-encoder.js';

/** Length from which a section may end, in UTF-16 units: shorter ones would cost more to look up than they save. */
const minSectionLength = 1 << 11;

/** Maximum length of a section, unless the text has no boundary where it may be cut. */
export const maxSectionLength = 1 << 14;

/** One line start in this many ends a section; a power of two. */
const linesPerEnd = 32;

/** Number of UTF-16 units before and after a line start that decide whether a section ends there. */
const decidingUnits = 16;

/**
 * Returns the ends of the sections of a text, whose tokens add up to those of the text; the last one is its end.
 *
 * Sections end where the text around a line start says so, not at multiples of a length. Texts that share long parts,
 * such as two packs of the same files, share nearly all sections of these parts, wherever they are.
 */
export function sectionEnds(text: string, encoder: BytePairEncoder): readonly number[] {
  const ends: number[] = [];
  // Searched on from one section to the next: a text without line feeds is read once.
  let lineFeed = -1;
  for (let start = 0; start < text.length;) {
    const [first, last] = [start + minSectionLength, start + maxSectionLength];
    let end = last < text.length ? undefined : text.length;
    while (end === undefined) {
      lineFeed = nextLineFeed(text, Math.max(first, lineFeed));
      if (lineFeed >= last) end = encoder.windowEnd(text, start, text.length, maxSectionLength);
      else {
        const cut = endAt(text, lineFeed + 1, encoder);
        // A boundary near a line start can be far before it, behind a run of white space.
        if (cut !== undefined && cut > start) end = cut;
        // Of very short lines not each is looked at, which would take longer than counting them.
        lineFeed += decidingUnits;
      }
    }
    ends.push(end);
    start = end;
  }
  return ends;
}

/** Offset of the first line feed from an offset on; infinite if there is none. */
function nextLineFeed(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? Infinity : found;
}

/** Returns the end of a section at or near a line start, or `undefined` if none ends there. */
function endAt(text: string, lineStart: number, { boundaries }: BytePairEncoder): number | undefined {
  return endsSection(text, lineStart) ? boundaries.nearLineStart(text, lineStart) : undefined;
}

/** Decides by a hash (FNV-1a) of the units around a line start. */
function endsSection(text: string, lineStart: number): boolean {
  let hash = 0x811c9dc5;
  for (let at = lineStart - decidingUnits; at < lineStart + decidingUnits; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // The low bits of a product depend on the low bits of its factors alone.
  return ((hash >>> 16) & (linesPerEnd - 1)) === 0;
}
