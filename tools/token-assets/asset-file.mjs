/**
 * An asset file: little-endian 32-bit numbers (magic, format version, bytes of the whole file, then `numbers`) and the
 * parts of its body.
 */
export function packAsset(magic, formatVersion, numbers, parts) {
  const body = Buffer.concat(parts);
  const headerBytes = (3 + numbers.length) * 4;
  return Buffer.concat([toBytes([magic, formatVersion, headerBytes + body.length, ...numbers]), body]);
}

/** Numbers of 32 bits as little-endian bytes. */
export function toBytes(numbers) {
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeUInt32LE(number, index * 4));
  return bytes;
}
