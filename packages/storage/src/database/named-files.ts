import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing } from '@lexichord/platform/internal';

import { bytesOf, fieldsOf, numbersOf, textOf } from './lance-message.js';
import { messageOf } from './manifest.js';
import { listManifests } from './table-files.js';

/** A file that a version of a table needs. */
export interface NamedFile {
  /** Path in the table's folder, separated by `/`. */
  readonly path: string;
  /** `undefined` if the manifest does not record it. */
  readonly sizeBytes: number | undefined;
}

/** Prefix of the section of indexes: its length. */
const lengthBytes = 4;
/** Fields of Lance's `table.proto`. */
const manifestField = { fragments: 2, indexSection: 6, transactionFile: 12 } as const;
const fragmentField = { id: 1, dataFiles: 2, deletionFile: 3 } as const;
const dataFileField = { path: 1, sizeBytes: 6 } as const;
const deletionField = { kind: 1, readVersion: 2, id: 3 } as const;
const indexSectionField = { indexes: 1 } as const;
const indexField = { uuid: 1, files: 10 } as const;
const uuidField = { bytes: 1 } as const;
const indexFileField = { path: 1, sizeBytes: 2 } as const;

/**
 * Files that a version of a table names: rows, deletions, indexes and its transaction. `undefined` for a manifest that
 * cannot be read completely.
 */
export async function readNamedFiles(manifestPath: string): Promise<readonly NamedFile[] | undefined> {
  const file = await readFile(manifestPath).catch(ignoreMissing);
  const message = file && messageOf(file);
  if (file === undefined || message === undefined) return undefined;
  try {
    const files: NamedFile[] = [];
    for (const [field, value] of fieldsOf(message)) {
      if (field === manifestField.fragments) files.push(...filesOfFragment(bytesOf(value)));
      else if (field === manifestField.indexSection) files.push(...filesOfIndexes(file, Number(value)));
      else if (field === manifestField.transactionFile) {
        const name = textOf(value);
        if (name !== '') files.push({ path: `_transactions/${name}`, sizeBytes: undefined });
      }
    }
    return files;
  } catch {
    // The rest is not a protobuf message.
    return undefined;
  }
}

function filesOfFragment(message: Uint8Array): readonly NamedFile[] {
  const files: NamedFile[] = [];
  let fragment = '0';
  let deletions: Uint8Array | undefined;
  for (const [field, value] of fieldsOf(message)) {
    if (field === fragmentField.id) fragment = String(value);
    else if (field === fragmentField.dataFiles) files.push(namedFile(bytesOf(value), 'data', dataFileField));
    else if (field === fragmentField.deletionFile) deletions = bytesOf(value);
  }
  if (deletions === undefined) return files;
  const { kind = 0, readVersion = 0, id = 0 } = numbersOf(deletions, deletionField);
  const path = `_deletions/${fragment}-${readVersion}-${id}.${Number(kind) === 0 ? 'arrow' : 'bin'}`;
  return [...files, { path, sizeBytes: undefined }];
}

/** @param position of the section in the file */
function filesOfIndexes(file: Buffer, position: number): readonly NamedFile[] {
  const start = position + lengthBytes;
  const section = file.subarray(start, start + file.readUInt32LE(position));
  const files: NamedFile[] = [];
  for (const [field, index] of fieldsOf(section)) {
    if (field !== indexSectionField.indexes) continue;
    let folder = '';
    for (const [part, value] of fieldsOf(bytesOf(index))) {
      if (part === indexField.uuid) folder = `_indices/${uuidOf(bytesOf(value))}`;
      else if (part === indexField.files) files.push(namedFile(bytesOf(value), folder, indexFileField));
    }
  }
  return files;
}

function namedFile(
  message: Uint8Array,
  folder: string,
  fields: { readonly path: number; readonly sizeBytes: number },
): NamedFile {
  let path = '';
  let sizeBytes: number | undefined;
  for (const [field, value] of fieldsOf(message)) {
    if (field === fields.path) path = textOf(value);
    else if (field === fields.sizeBytes) sizeBytes = Number(value) === 0 ? undefined : Number(value);
  }
  return { path: `${folder}/${path}`, sizeBytes };
}

function uuidOf(message: Uint8Array): string {
  const [[field, value] = []] = [...fieldsOf(message)];
  const digits = Buffer.from(field === uuidField.bytes ? bytesOf(value) : []).toString('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

/** Number of a table's data files that none of its versions names. */
export async function countUnnamedFiles(folder: string): Promise<number> {
  const named = new Set<string>();
  for (const { path } of await listManifests(folder)) {
    for (const file of (await readNamedFiles(path)) ?? []) named.add(file.path);
  }
  const names = (await readdir(join(folder, 'data')).catch(ignoreMissing)) ?? [];
  return names.filter((name) => !named.has(`data/${name}`)).length;
}
