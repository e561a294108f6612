import { readTokenAsset } from '../ranks/token-assets.js';

/**
 * Bits of a code point's class: exactly the sets that the split patterns of the encodings name. A
 * modifier letter or a Han character is `upper | lower | letter`; a combining mark is `upper | lower | symbol`, since
 * o200k_base takes it as part of a word and all patterns take it as "no white space, letter or number".
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
  /** White space as Rust's `\s` sees it: with U+0085, without U+FEFF. */
  space: 16,
  /** `\r` and `\n`; they are `space` too. */
  newline: 32,
  /** Neither white space nor letter nor number. */
  symbol: 64,
} as const;

const magic = 0x4343584c;
const version = 1;

let loaded: Uint8Array | undefined;

/**
 * Class of every code point, by index 0 to 0x10FFFF, of the Unicode version named in `assets/tokens/manifest.json`.
 * From a file and not from this engine's `\p{…}`, which is of another Unicode version than the model's tokenizer.
 * Read at the first call, then shared. A flat megabyte: most of its pages are never touched again, and one
 * look-up beats a two-stage table.
 */
export function loadCharClasses(): Uint8Array {
  loaded ??= unpackRuns(readTokenAsset('char-classes.bin', magic, version, 0).body);
  return loaded;
}

/** Each run is its length (LEB128) and its class. */
function unpackRuns(runs: Uint8Array): Uint8Array {
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
