import { readFile } from 'node:fs/promises';

import { BinaryReader } from '@bufbuild/protobuf/wire';
import { ignoreMissing } from '@lexichord/platform';

/** Behind the message: its position (8 bytes), the format's version (4), and "LANC". */
const footerBytes = 16;
const magic = 'LANC';
/** Before the message: its length. */
const lengthBytes = 4;
/** `Manifest.base_paths` of Lance's `table.proto`: folders elsewhere, or in object storage, that have files of the table. */
const basePaths = 18;

/**
 * Whether a manifest of a table names places other than the table's own folder. One that ends too early, is no message,
 * or has gone meanwhile, names none: the store cannot open it either.
 *
 * @throws what the file system throws: what could not be looked at is not to be trusted
 */
export async function namesOtherPlaces(path: string): Promise<boolean> {
  const file = await readFile(path).catch(ignoreMissing);
  const message = file && messageOf(file);
  if (message === undefined) return false;
  const reader = new BinaryReader(message);
  try {
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      if (field === basePaths) return true;
      reader.skip(wireType, field);
    }
  } catch {
    // What follows is no message; the store's decoder stops here, too.
  }
  return false;
}

function messageOf(file: Buffer): Buffer | undefined {
  const end = file.length - footerBytes;
  if (end < 0 || file.toString('latin1', file.length - magic.length) !== magic) return undefined;
  const position = file.readBigInt64LE(end);
  if (position < 0n || position + BigInt(lengthBytes) > BigInt(end)) return undefined;
  return file.subarray(Number(position) + lengthBytes, end);
}
