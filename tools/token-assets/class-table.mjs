import { Tiktoken } from 'tiktoken';
import { packAsset } from './asset-file.mjs';

const magic = 0x4343584c; // "LXCC", little-endian
const formatVersion = 1;
const codePointCount = 0x110000;

/** Bits of a class; the same values stand in packages/tokenizer/src/pre-tokenize/char-class.ts. */
const bits = { upper: 1, lower: 2, letter: 4, number: 8, space: 16, newline: 32, symbol: 64 };

/** What each property of the two split patterns contributes. `symbol` is "no white space, letter or number". */
const properties = [
  ['\\p{Lu}', bits.upper | bits.letter],
  ['\\p{Lt}', bits.upper | bits.letter],
  ['\\p{Ll}', bits.lower | bits.letter],
  ['\\p{Lm}', bits.upper | bits.lower | bits.letter],
  ['\\p{Lo}', bits.upper | bits.lower | bits.letter],
  ['\\p{M}', bits.upper | bits.lower | bits.symbol],
  ['\\p{N}', bits.number],
  ['\\s', bits.space],
  ['[\\r\\n]', bits.newline],
];

/** One rank per byte: a piece comes back as its own bytes, and text that the pattern does not match not at all. */
const byteRanks = `! 0 ${Array.from({ length: 256 }, (_, byte) => Buffer.of(byte).toString('base64')).join(' ')}`;

function allCharacters() {
  const characters = [];
  for (let codePoint = 0; codePoint < codePointCount; codePoint++) {
    if (codePoint < 0xd800 || codePoint > 0xdfff) characters.push(String.fromCodePoint(codePoint));
  }
  return characters.join('');
}

/** The characters that the wasm tokenizer's own regular expression engine matches with `pattern`. */
function matchedBy(pattern, text) {
  const encoder = new Tiktoken(byteRanks, {}, pattern);
  try {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(encoder.encode_ordinary(text)));
  } finally {
    encoder.free();
  }
}

/** Newest Unicode version whose characters the engine knows. An engine without that version traps. */
function newestKnownAge(text) {
  for (const age of ['18.0', '17.0', '16.0', '15.1', '15.0']) {
    try {
      if (matchedBy(`\\p{Age=${age}}`, text) !== '') return age;
    } catch {
      // This engine is older than that version: ask for the one before.
    }
  }
  throw new RangeError('The Unicode version of tiktoken is none of the known ones: extend the list.');
}

/** Runs of equal class as bytes: header, then per run its length (LEB128) and its class. */
function packRuns(classes) {
  const runs = [];
  let rangeCount = 0;
  for (let start = 0, end = 0; start < codePointCount; start = end) {
    while (end < codePointCount && classes[end] === classes[start]) end++;
    let length = end - start;
    for (; length > 127; length = Math.floor(length / 128)) runs.push((length % 128) + 128);
    runs.push(length, classes[start]);
    rangeCount++;
  }
  return { bytes: packAsset(magic, formatVersion, [], [Uint8Array.from(runs)]), rangeCount };
}

/** The class of every code point, asked of the tokenizer that must be equalled and not of this Node's engine. */
export function probeClassTable() {
  const text = allCharacters();
  const classes = new Uint8Array(codePointCount);
  for (const [pattern, value] of properties) {
    for (const character of matchedBy(pattern, text)) classes[character.codePointAt(0)] |= value;
  }
  const notSymbol = bits.letter | bits.number | bits.space;
  for (let codePoint = 0; codePoint < codePointCount; codePoint++) {
    if ((classes[codePoint] & notSymbol) === 0) classes[codePoint] |= bits.symbol;
  }
  return { ...packRuns(classes), unicodeVersion: newestKnownAge(text) };
}
