/**
 * Number of bytes after the end of the data that must be readable: bytes are read four at a time, and those after the
 * end are masked.
 */
export const readAheadBytes = 16;

/** A run of bytes with two views of the same memory: single bytes, and unaligned 32-bit words. */
export interface ByteSource {
  readonly bytes: Uint8Array;
  readonly words: DataView;
}

/** Creates an empty source with capacity for `size` bytes and the read-ahead. */
export function createByteSource(size: number): ByteSource {
  const bytes = new Uint8Array(size + readAheadBytes);
  return { bytes, words: new DataView(bytes.buffer) };
}

/** Masks for the low `n` bytes of a word, by index 0 to 4. */
export const lowBytesMask = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1);

/**
 * 32-bit hash of `length` bytes at `start`. Four bytes per step, because hashing single bytes would cost more than
 * finding the end of the piece. Not resistant to attacks: all callers compare the bytes, too.
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

/** Whether two sources have the same `length` bytes. */
export function equalBytes(a: DataView, aStart: number, b: DataView, bStart: number, length: number): boolean {
  let offset = 0;
  for (; offset + 4 < length; offset += 4) {
    if (a.getInt32(aStart + offset, true) !== b.getInt32(bStart + offset, true)) return false;
  }
  const difference = a.getInt32(aStart + offset, true) ^ b.getInt32(bStart + offset, true);
  return (difference & (lowBytesMask[length - offset] as number)) === 0;
}

/** Length of a UTF-8 character by its lead byte, in bytes. */
export function characterWidth(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Whether a byte of UTF-8 is a continuation byte. */
export function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

const encoder = new TextEncoder();
/** Maximum size of a buffer that is kept between counts, in bytes; a larger one is released after its text. */
const keptBytes = 1 << 18;
/** Maximum number of UTF-8 bytes of one UTF-16 unit. */
const bytesPerUnit = 3;

/**
 * The byte after the text: not valid in UTF-8, without a class. It ends a run at the end of the text, so that the hot
 * loops need not compare offsets.
 */
export const endOfText = 0xff;

/**
 * A part of a text as UTF-8 in a reused buffer, terminated by {@link endOfText}. Lone surrogates become U+FFFD, as in
 * the tokenizers.
 */
export class Utf8Window {
  source: ByteSource = createByteSource(0);

  /** Encodes the UTF-16 units `[from, to)` and returns the number of bytes, which start at offset 0. */
  load(text: string, from: number, to: number): number {
    const part = from === 0 && to === text.length ? text : text.slice(from, to);
    const needed = part.length * bytesPerUnit;
    if (this.capacity < needed)
      this.source = createByteSource(Math.max(needed, Math.min(2 * this.capacity, keptBytes)));
    const { written } = encoder.encodeInto(part, this.source.bytes);
    this.source.bytes[written] = endOfText;
    return written;
  }

  /** Releases a buffer that was enlarged for a long text. */
  release(): void {
    if (this.capacity > keptBytes) this.source = createByteSource(0);
  }

  /** Number of UTF-16 units that the first `byteLength` bytes encode. They must end with a whole character. */
  unitsIn(byteLength: number): number {
    const { bytes } = this.source;
    let units = 0;
    for (let at = 0; at < byteLength; at++) {
      const byte = bytes[at] as number;
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return units;
  }

  private get capacity(): number {
    return this.source.bytes.length - readAheadBytes;
  }
}
