import { type ByteSource, createByteSource, readAheadBytes } from './byte-source.js';

const encoder = new TextEncoder();
/** The buffer is kept between counts up to this size, in bytes; a larger one goes with the text that needed it. */
const maxKeptBytes = 1 << 18;
/** Most UTF-8 bytes of one UTF-16 unit. */
const bytesPerUnit = 3;

/**
 * The byte after the text: no byte of UTF-8, of no class. With it a run ends at the end of the text by itself, and
 * the hot loops need not compare offsets.
 */
export const endOfText = 0xff;

/** A part of a text as UTF-8 in a buffer that is used again, ended by {@link endOfText}. Lone surrogates become U+FFFD, as in the tokenizers. */
export class Utf8Window {
  source: ByteSource = createByteSource(0);

  /** Encodes the UTF-16 units `[from, to)` and returns the number of bytes, which start at offset 0. */
  load(text: string, from: number, to: number): number {
    const part = from === 0 && to === text.length ? text : text.slice(from, to);
    const needed = part.length * bytesPerUnit;
    if (this.capacity < needed)
      this.source = createByteSource(Math.max(needed, Math.min(2 * this.capacity, maxKeptBytes)));
    const { written } = encoder.encodeInto(part, this.source.bytes);
    this.source.bytes[written] = endOfText;
    return written;
  }

  /** Releases a buffer that one long text made large. */
  release(): void {
    if (this.capacity > maxKeptBytes) this.source = createByteSource(0);
  }

  /** UTF-16 units that the first `byteLength` bytes stand for. They must end with a whole character. */
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
