import { type ByteSource, createByteSource } from '../byte-source.js';

/** The tokens of an encoding in rank order. */
export interface Vocabulary {
  /** The length of each token in one byte, followed by its bytes. */
  readonly arena: ByteSource;
  /** Size of the arena without its read-ahead, in bytes. */
  readonly arenaBytes: number;
  /** Offset of each token's bytes in the arena. */
  readonly offsets: Uint32Array;
  /** Rank of each token: its index, unless the ranks have gaps. */
  readonly ranks: Uint32Array;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Value of a base64 digit by its character code, -1 for other characters such as padding and space. */
const digitValues = Int8Array.from({ length: 128 }, (_, code) => digits.indexOf(String.fromCharCode(code)));
const space = 0x20;

/** An arena during filling. */
interface ArenaDraft {
  readonly bytes: Uint8Array;
  readonly offsets: number[];
  used: number;
}

/**
 * Parses ranks in the format of js-tiktoken: lines of `! <first rank> <base64> <base64> …`, in which tokens have
 * consecutive ranks. Between two lines there may be a gap, the rank of a special token. Tokens have 1 to 255 bytes.
 */
export function parseRanks(text: string): Vocabulary {
  // A token in base64 with the space before it is never shorter than the token with its length.
  const draft: ArenaDraft = { bytes: new Uint8Array(text.length + 1), offsets: [], used: 0 };
  const ranks: number[] = [];
  for (const line of text.split('\n').filter(Boolean)) {
    const tokensStart = line.indexOf(' ', 2) + 1;
    let rank = Number(line.slice(2, tokensStart));
    appendTokens(draft, line, tokensStart);
    while (ranks.length < draft.offsets.length) ranks.push(rank++);
  }
  const arena = createByteSource(draft.used);
  arena.bytes.set(draft.bytes.subarray(0, draft.used));
  return {
    arena,
    arenaBytes: draft.used,
    offsets: Uint32Array.from(draft.offsets),
    ranks: Uint32Array.from(ranks),
  };
}

/** Decodes the tokens of a line from `start`. Fifty thousand calls of `Buffer.from` would take three times as long. */
function appendTokens(draft: ArenaDraft, line: string, start: number): void {
  const { bytes, offsets } = draft;
  let tokenStart = draft.used + 1;
  let end = tokenStart;
  let bits = 0;
  let bitCount = 0;
  for (let index = start; index <= line.length; index++) {
    const code = index < line.length ? line.charCodeAt(index) : space;
    const value = digitValues[code] as number;
    if (value >= 0) {
      bits = (bits << 6) | value;
      bitCount += 6;
      if (bitCount >= 8) {
        bitCount -= 8;
        bytes[end++] = bits >>> bitCount;
        bits &= (1 << bitCount) - 1;
      }
    } else if (code === space) {
      bytes[tokenStart - 1] = end - tokenStart;
      offsets.push(tokenStart);
      tokenStart = ++end;
      bits = 0;
      bitCount = 0;
    }
  }
  draft.used = tokenStart - 1;
}
