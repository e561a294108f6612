/*
 * A set of numbers in the format of Roaring bitmaps (github.com/RoaringBitmap/RoaringFormatSpec): a header, and a
 * container for each range of 65,536 numbers that is not empty.
 */

/** First 4 bytes of a file without runs, and the lower 2 of one with runs. */
const [plainCookie, runCookie] = [12_346, 12_347];
/** Maximum size of an array; larger containers are bitmaps. */
const maxArrayNumbers = 4_096;
const bitmapBytes = 8_192;
/** A file with runs and fewer containers has no offsets. */
const minContainersWithOffsets = 4;
const maxContainers = 65_536;

/** The empty set. */
export const emptyRoaringBitmap: Buffer = Buffer.from([plainCookie & 0xff, plainCookie >> 8, 0, 0, 0, 0, 0, 0]);

/** Header of a container. */
interface Container {
  readonly kind: 'array' | 'bitmap' | 'runs';
  readonly numbers: number;
}

/** Whether a file is a valid set: checks every size, the order of the numbers, their count, and the file's end. */
export function isRoaringBitmap(file: Buffer): boolean {
  try {
    return isWhole(new Reader(file));
  } catch {
    // The bitmap ends before its last number.
    return false;
  }
}

function isWhole(reader: Reader): boolean {
  const cookie = reader.uint32();
  const hasRuns = (cookie & 0xffff) === runCookie;
  if (!hasRuns && cookie !== plainCookie) return false;
  const count = hasRuns ? (cookie >>> 16) + 1 : reader.uint32();
  if (count > maxContainers) return false;
  const runFlags = hasRuns ? reader.bytes(Math.ceil(count / 8)) : undefined;
  const containers: Container[] = [];
  let lastKey = -1;
  for (let index = 0; index < count; index += 1) {
    const key = reader.uint16();
    const numbers = reader.uint16() + 1;
    if (key <= lastKey) return false;
    lastKey = key;
    const isRuns = ((runFlags?.[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
    containers.push({ kind: isRuns ? 'runs' : numbers <= maxArrayNumbers ? 'array' : 'bitmap', numbers });
  }
  const hasOffsets = !hasRuns || count >= minContainersWithOffsets;
  const offsets = containers.map(() => (hasOffsets ? reader.uint32() : undefined));
  const areWhole = containers.every((container, index) => {
    const offset = offsets[index] ?? reader.position;
    return offset === reader.position && isWholeContainer(container, reader);
  });
  return areWhole && reader.isAtEnd;
}

function isWholeContainer({ kind, numbers }: Container, reader: Reader): boolean {
  if (kind === 'bitmap') return countBits(reader.bytes(bitmapBytes)) === numbers;
  let last = -1;
  if (kind === 'array') {
    for (let index = 0; index < numbers; index += 1) {
      const number = reader.uint16();
      if (number <= last) return false;
      last = number;
    }
    return true;
  }
  let found = 0;
  for (let left = reader.uint16(); left > 0; left -= 1) {
    const start = reader.uint16();
    const end = start + reader.uint16();
    if (start <= last || end > 0xffff) return false;
    last = end;
    found += end - start + 1;
  }
  return found === numbers;
}

function countBits(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) for (let rest = byte; rest > 0; rest &= rest - 1) count += 1;
  return count;
}

/** Reads little-endian numbers in sequence. @throws {RangeError} beyond the end */
class Reader {
  position = 0;

  constructor(private readonly file: Buffer) {}

  get isAtEnd(): boolean {
    return this.position === this.file.length;
  }

  uint16(): number {
    const value = this.file.readUInt16LE(this.position);
    this.position += 2;
    return value;
  }

  uint32(): number {
    const value = this.file.readUInt32LE(this.position);
    this.position += 4;
    return value;
  }

  bytes(length: number): Uint8Array {
    const end = this.position + length;
    if (end > this.file.length) throw new RangeError('The file ends before its last part.');
    const bytes = this.file.subarray(this.position, end);
    this.position = end;
    return bytes;
  }
}
