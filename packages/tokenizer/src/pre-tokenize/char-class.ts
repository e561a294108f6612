import { readTokenAsset } from '../ranks/token-assets.js';

/**
 * Bits of a code point's class: exactly the sets in the split patterns of the encodings. A modifier letter or a Han
 * character is `upper | lower | letter`; a combining mark is `upper | lower | symbol`, because o200k_base takes it as
 * part of a word and all patterns take it as "no white space, letter or number".
 */
export const CharClass = {
  /** Lu, Lt, Lm, Lo, M: allowed in the first part of a word of o200k_base. */
  upper: 1,
  /** Ll, Lm, Lo, M: allowed in the second part. */
  lower: 2,
  /** L */
  letter: 4,
  /** N */
  number: 8,
  /** White space as in Rust's `\s`: with U+0085, without U+FEFF. */
  space: 16,
  /** `\r` and `\n`; also `space`. */
  newline: 32,
  /** Neither white space nor letter nor number. */
  symbol: 64,
} as const;

const magic = 0x4343584c;
const version = 1;

let loaded: Uint8Array | undefined;

/**
 * Loads the class of every code point, by index 0 to 0x10FFFF, of the Unicode version named in
 * `assets/tokens/manifest.json`. From a file instead of the engine's `\p{…}`, whose Unicode version differs from that
 * of the model's tokenizer. Read at the first call, then shared. A flat array of a megabyte: most of its pages are
 * never used again, and one look-up is faster than a two-stage table.
 */
export function loadCharClasses(): Uint8Array {
  loaded ??= decodeRuns(readTokenAsset('char-classes.bin', magic, version, 0).body);
  return loaded;
}

/** Decodes runs, each a length (LEB128) and a class. */
function decodeRuns(runs: Uint8Array): Uint8Array {
  const classes = new Uint8Array(0x110000);
  let start = 0;
  for (let at = 0; at < runs.length; at++) {
    let length = 0;
    let shift = 0;
    for (; (runs[at] as number) > 127; at++, shift += 7) length += ((runs[at] as number) & 127) << shift;
    length += (runs[at++] as number) << shift;
    classes.fill(runs[at] as number, start, start + length);
    start += length;
  }
  return classes;
}
