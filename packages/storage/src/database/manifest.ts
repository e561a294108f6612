import { readFile } from 'node:fs/promises';

import { BinaryReader } from '@bufbuild/protobuf/wire';
import { ignoreMissing } from '@lexichord/platform/internal';

import { numbersOf } from './lance-message.js';

/** Footer after the message: its position (8 bytes), the format's version (4), and "LANC". */
const footerBytes = 16;
const magic = 'LANC';
/** Prefix of the message: its length. */
const lengthBytes = 4;
/** Fields of Lance's `table.proto`. */
const manifestField = {
  fragments: 2,
  /** Other folders, or object storage, with files of the table. */
  basePaths: 18,
} as const;
/** `rows` counts physical rows. */
const fragmentField = { id: 1, rows: 4 } as const;

/** A part of a table's rows, in files of its own. */
export interface TableFragment {
  readonly id: number;
  /** Number of rows, including deleted ones. */
  readonly rows: number;
}

/** Content of a manifest, as far as it is read. */
export interface Manifest {
  readonly fragments: readonly TableFragment[];
  readonly namesOtherFolders: boolean;
}

/**
 * Reads the manifest of a version; a removed one counts as empty.
 *
 * @throws the errors of the file system, because an unreadable manifest must not count as trusted
 */
export async function readManifest(path: string): Promise<Manifest> {
  const file = await readFile(path).catch(ignoreMissing);
  return file === undefined ? { fragments: [], namesOtherFolders: false } : parseManifest(file);
}

/** Parses a manifest's file. A truncated or invalid one counts as empty: the store cannot open it either. */
export function parseManifest(file: Buffer): Manifest {
  const message = messageOf(file);
  const fragments: TableFragment[] = [];
  if (message === undefined) return { fragments, namesOtherFolders: false };
  let namesOtherPlaces = false;
  const reader = new BinaryReader(message);
  try {
    while (reader.pos < reader.len) {
      const [field, wireType] = reader.tag();
      namesOtherPlaces ||= field === manifestField.basePaths;
      if (field === manifestField.fragments) fragments.push(readFragment(reader.bytes()));
      else reader.skip(wireType, field);
    }
  } catch {
    // The rest is not a protobuf message; the store's decoder stops here, too.
  }
  return { fragments, namesOtherFolders: namesOtherPlaces };
}

function readFragment(message: Uint8Array): TableFragment {
  const { id = 0, rows = 0 } = numbersOf(message, fragmentField);
  return { id: Number(id), rows: Number(rows) };
}

/** The message in a manifest's file; `undefined` for a truncated or invalid file. */
export function messageOf(file: Buffer): Buffer | undefined {
  const end = file.length - footerBytes;
  if (end < 0 || file.toString('latin1', file.length - magic.length) !== magic) return undefined;
  const position = file.readBigInt64LE(end);
  if (position < 0n || position + BigInt(lengthBytes) > BigInt(end)) return undefined;
  return file.subarray(Number(position) + lengthBytes, end);
}

/** Encodes a manifest's file with only a message. */
export function manifestFile(message: Buffer, like: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(message.length);
  const footer = Buffer.from(like.subarray(like.length - footerBytes));
  footer.writeBigInt64LE(0n);
  return Buffer.concat([length, message, footer]);
}
