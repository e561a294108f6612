/**
 * How many bytes beyond the end of the data must be readable: bytes are read four at a time, and what lies beyond
 * the end is masked away.
 */
export const readAheadBytes = 16;

/** A run of bytes with two views of the same memory: single bytes, and unaligned 32-bit words. */
export interface ByteSource {
  readonly bytes: Uint8Array;
  readonly words: DataView;
}

/** An empty source with room for `size` bytes and the read-ahead. */
export function createByteSource(size: number): ByteSource {
  const bytes = new Uint8Array(size + readAheadBytes);
  return { bytes, words: new DataView(bytes.buffer) };
}

/** Keeps the low `n` bytes of a word, by index 0 to 4. */
export const lowBytesMask = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1);

/**
 * 32-bit hash of `length` bytes at `start`. Four bytes a step, because hashing byte by byte would cost more than
 * finding where the piece ends. Not for keys that must resist an attacker: every user compares the bytes as well.
 */
export function hashBytes(words: DataView, start: number, length: number): number {
  let hash = Math.imul(length, 0x27d4eb2f);
  let at = start;
  let rest = length;
  for (; rest > 4; rest -= 4, at += 4) {
    hash = Math.imul(hash ^ words.getInt32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (words.getInt32(at, true) & (lowBytesMask[rest] as number)), 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Whether `length` bytes are the same in two sources. */
export function equalBytes(a: DataView, aStart: number, b: DataView, bStart: number, length: number): boolean {
  let offset = 0;
  for (; offset + 4 < length; offset += 4) {
    if (a.getInt32(aStart + offset, true) !== b.getInt32(bStart + offset, true)) return false;
  }
  const difference = a.getInt32(aStart + offset, true) ^ b.getInt32(bStart + offset, true);
  return (difference & (lowBytesMask[length - offset] as number)) === 0;
}
