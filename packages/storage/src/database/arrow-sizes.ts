import { Footer } from 'apache-arrow/fb/footer';
import { Message } from 'apache-arrow/fb/message';
import { RecordBatch } from 'apache-arrow/fb/record-batch';
import { ByteBuffer } from 'flatbuffers';

const magic = 'ARROW1';
/** Trailer of a file: the footer's length, and the magic. */
const trailerBytes = 4 + magic.length;
/** Prefix of a message: a mark, and the length of its metadata. */
const messagePrefixBytes = 8;
const messageMark = 0xff_ff_ff_ff;
/** Size of a block in the footer. */
const blockBytes = 24;
/** Size of a buffer's entry in the message of a batch. */
const bufferBytes = 16;
/** Prefix of a compressed buffer: its uncompressed size, or -1 for bytes that are not compressed. */
const sizeBytes = 8;
/** Maximum uncompressed size in bytes; no list of deleted rows is as large. */
const maxUncompressed = 2n ** 30n;

/**
 * Whether every size in an Arrow file lies within the file, or is plausible. Does not check the content.
 */
export function hasPlausibleSizes(file: Buffer): boolean {
  const end = file.length - trailerBytes;
  if (end < 0 || file.toString('latin1', end + 4) !== magic) return false;
  const start = end - file.readInt32LE(end);
  if (start < magic.length || start > end) return false;
  try {
    const footer = Footer.getRootAsFooter(new ByteBuffer(file.subarray(start, end)));
    const count = footer.recordBatchesLength();
    if (count < 0 || count * blockBytes > end - start) return false;
    return Array.from({ length: count }, (_, index) => footer.recordBatches(index)).every((block) => {
      if (block === null) return false;
      const [offset, described, body] = [block.offset(), block.metaDataLength(), block.bodyLength()];
      const isWithin =
        offset >= 0n && described >= 0 && body >= 0n && offset + BigInt(described) + body <= BigInt(start);
      return (
        isWithin &&
        isPlausibleBatch(file.subarray(Number(offset), Number(offset) + described + Number(body)), described)
      );
    });
  } catch {
    // The position is outside of the file.
    return false;
  }
}

/** @param described size in bytes of the message, before the body */
function isPlausibleBatch(block: Buffer, described: number): boolean {
  const isDescribed = block.readUInt32LE(0) === messageMark && block.readInt32LE(4) + messagePrefixBytes === described;
  if (!isDescribed) return false;
  const message = Message.getRootAsMessage(new ByteBuffer(block.subarray(messagePrefixBytes, described)));
  const body = block.subarray(described);
  const batch = message.header(new RecordBatch()) as RecordBatch | null;
  if (batch === null) return false;
  const isCompressed = batch.compression() !== null;
  const count = batch.buffersLength();
  if (count < 0 || count * bufferBytes > described) return false;
  return Array.from({ length: count }, (_, index) => batch.buffers(index)).every((buffer) => {
    if (buffer === null) return false;
    const [offset, length] = [buffer.offset(), buffer.length()];
    if (offset < 0n || length < 0n || offset + length > BigInt(body.length)) return false;
    if (!isCompressed || length < BigInt(sizeBytes)) return true;
    const size = body.readBigInt64LE(Number(offset));
    return size >= -1n && size <= maxUncompressed;
  });
}
