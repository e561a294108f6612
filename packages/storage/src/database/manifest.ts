import { readFile } from 'node:fs/promises';

import { BinaryReader } from '@bufbuild/protobuf/wire';
import { ignoreMissing } from '@lexichord/platform/internal';

import { numbersOf } from './lance-message.js';

/** Behind the message: its position (8 bytes), the format's version (4), and "LANC". */
const footerBytes = 16;
const magic = 'LANC';
/** Before the message: its length. */
const lengthBytes = 4;
/** Fields of Lance's `table.proto`. */
const manifestField = {
  fragments: 2,
  /** Folders elsewhere, or in object storage, that have files of the table. */
  basePaths: 18,
} as const;
/** Rows are the physical ones. */
const fragmentField = { id: 1, rows: 4 } as const;

/** A part of a table's rows, in files of its own. */
export interface TableFragment {
  readonly id: number;
  /** With those that have been deleted since. */
  readonly rows: number;
}

/** Fields of a manifest that are read. */
export interface Manifest {
  readonly fragments: readonly TableFragment[];
  readonly namesOtherFolders: boolean;
}

/**
 * One version's manifest; one that has gone meanwhile has nothing in it.
 *
 * @throws what the file system throws: what could not be looked at is not to be trusted
 */
export async function readManifest(path: string): Promise<Manifest> {
  const file = await readFile(path).catch(ignoreMissing);
  return file === undefined ? { fragments: [], namesOtherFolders: false } : parseManifest(file);
}

/** A manifest's file. One that ends too early or is no message has nothing in it: the store cannot open it either. */
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

/** The message of a manifest's file; `undefined` for what ends too early, or is none. */
export function messageOf(file: Buffer): Buffer | undefined {
  const end = file.length - footerBytes;
  if (end < 0 || file.toString('latin1', file.length - magic.length) !== magic) return undefined;
  const position = file.readBigInt64LE(end);
  if (position < 0n || position + BigInt(lengthBytes) > BigInt(end)) return undefined;
  return file.subarray(Number(position) + lengthBytes, end);
}

/** A manifest's file with a message and nothing else. */
export function manifestFile(message: Buffer, like: Buffer): Buffer {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(message.length);
  const footer = Buffer.from(like.subarray(like.length - footerBytes));
  footer.writeBigInt64LE(0n);
  return Buffer.concat([length, message, footer]);
}
