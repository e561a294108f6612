import { readFile } from 'node:fs/promises';

import { ignoreMissing } from '@lexichord/platform/internal';

import {
  type EncodedField,
  encodedFieldsOf,
  fieldsOf,
  joinFields,
  messageField,
  messagesIn,
  numberField,
  numbersOf,
  textOf,
} from './lance-message.js';
import { manifestFile, messageOf } from './manifest.js';

/** A part of a table's rows, from a manifest or a transaction. */
export interface StateFragment {
  readonly id: number;
  /** Names of its files in `data/`, sorted: they identify a fragment in every version. */
  readonly files: string;
  readonly hasDeletions: boolean;
  /** Its message without the id. */
  readonly content: Buffer;
}

/** Columns of a version of a table, and the files with its rows. */
export interface TableState {
  /** Messages of its columns. */
  readonly schema: readonly Uint8Array[];
  readonly fragments: readonly StateFragment[];
  /** Highest fragment id that was ever assigned; -1 for none. */
  readonly maxFragmentId: number;
}

/** A version of a table, read from its manifest. */
export interface StoredVersion {
  readonly version: bigint;
  readonly state: TableState;
  /** Name of the commit's file in `_transactions/`. */
  readonly transaction: string;
  /** The commit's copy in the manifest; `undefined` if it has none. */
  readonly commit: Buffer | undefined;
  readonly file: Buffer;
}

/** Fields of Lance's `table.proto`. */
const manifestField = {
  schema: 1,
  fragments: 2,
  version: 3,
  auxiliaryData: 4,
  indexSection: 6,
  timestamp: 7,
  readerFlags: 9,
  writerFlags: 10,
  maxFragmentId: 11,
  transactionFile: 12,
  writer: 13,
  commit: 21,
} as const;
const fragmentField = { id: 1, dataFiles: 2, deletionFile: 3 } as const;
const dataFileField = { path: 1, base: 7 } as const;
const deletionBase = 7;
/** Flag of a version with deleted rows. */
const deletionsFlag = 1n;
const lengthBytes = 4;
/** Names that the store gives its files; any other name may lead out of the folder. */
const dataFileName = /^[\w-]+\.lance$/u;

/** Fields that differ between versions, and are not compared directly. */
const changingFields: ReadonlySet<number> = new Set(Object.values(manifestField));
/** Changing fields that a rebuilt version takes over. */
const keptFields: ReadonlySet<number> = new Set([manifestField.timestamp, manifestField.writer]);

/** @returns `undefined` for a manifest that cannot be read completely, or names other folders */
export async function readStoredVersion(path: string): Promise<StoredVersion | undefined> {
  const file = await readFile(path).catch(ignoreMissing);
  const message = file && messageOf(file);
  if (file === undefined || message === undefined) return undefined;
  try {
    const { version = 0n, maxFragmentId = -1n, commit } = numbersOf(message, manifestField);
    const fragments = messagesIn(message, manifestField.fragments).map((one) => readFragment(one));
    const ids = fragments.map(({ id }) => id);
    const [transaction] = messagesIn(message, manifestField.transactionFile);
    return {
      version,
      state: {
        schema: messagesIn(message, manifestField.schema),
        fragments,
        maxFragmentId: Math.max(Number(maxFragmentId), ...ids),
      },
      transaction: transaction === undefined ? '' : textOf(transaction),
      commit: commit === undefined ? undefined : sectionAt(file, Number(commit)),
      file,
    };
  } catch {
    // The rest is not a protobuf message.
    return undefined;
  }
}

/** @throws {Error} for an invalid fragment, or one with files in other folders */
export function readFragment(message: Uint8Array): StateFragment {
  const files = messagesIn(message, fragmentField.dataFiles).map(fileName);
  const deletions = messagesIn(message, fragmentField.deletionFile);
  if (files.length === 0 || deletions.some((one) => hasField(one, deletionBase))) throw new RangeError(otherFolders);
  const { id = 0 } = numbersOf(message, { id: fragmentField.id });
  const content = joinFields(encodedFieldsOf(message).filter(({ field }) => field !== fragmentField.id));
  return { id: Number(id), files: files.sort().join(), hasDeletions: deletions.length > 0, content };
}

/** Whether two versions have the same rows in the same files. */
export function isSameState(one: TableState, other: TableState): boolean {
  return describeState(one) === describeState(other);
}

/** Encoded fields of a manifest that are the same in all versions. */
export function lastingFields({ file }: StoredVersion): string {
  return sortedFields(messageOf(file) ?? Buffer.alloc(0), ({ field }) => !changingFields.has(field));
}

/**
 * Encodes the manifest of a version, based on that of an earlier one. It names no indexes: the earlier ones do not
 * cover all rows.
 */
export function encodeVersion(
  earlier: StoredVersion,
  { state, version }: { readonly state: TableState; readonly version: bigint },
): Buffer {
  const message = messageOf(earlier.file) ?? Buffer.alloc(0);
  const { readerFlags = 0n, writerFlags = 0n } = numbersOf(message, manifestField);
  const flag = state.fragments.some(({ hasDeletions }) => hasDeletions) ? deletionsFlag : 0n;
  const fields: readonly EncodedField[] = [
    ...state.schema.map((one) => messageField(manifestField.schema, one)),
    ...state.fragments.map(({ id, content }) =>
      messageField(manifestField.fragments, Buffer.concat([numberField(fragmentField.id, id).bytes, content])),
    ),
    ...encodedFieldsOf(message).filter(({ field }) => keptFields.has(field) || !changingFields.has(field)),
    numberField(manifestField.version, version),
    numberField(manifestField.readerFlags, readerFlags | flag),
    numberField(manifestField.writerFlags, writerFlags | flag),
    ...(state.maxFragmentId < 0 ? [] : [numberField(manifestField.maxFragmentId, state.maxFragmentId)]),
  ];
  return manifestFile(joinFields(fields), earlier.file);
}

const otherFolders = 'a fragment without files, or with files in other places';

function fileName(message: Uint8Array): string {
  const [path] = messagesIn(message, dataFileField.path);
  const name = path === undefined ? '' : textOf(path);
  if (!dataFileName.test(name) || hasField(message, dataFileField.base)) throw new RangeError(otherFolders);
  return name;
}

function hasField(message: Uint8Array, field: number): boolean {
  return [...fieldsOf(message)].some(([number]) => number === field);
}

function sectionAt(file: Buffer, position: number): Buffer {
  const start = position + lengthBytes;
  return file.subarray(start, start + file.readUInt32LE(position));
}

function describeState({ schema, fragments }: TableState): string {
  const columns = schema.map((column) => sortedFields(column));
  const parts = fragments.map(({ id, content }) => `${id} ${content.toString('latin1')}`).sort();
  return JSON.stringify([columns, parts]);
}

/** A message with sorted fields, because maps have a different order in every manifest; unchanged if it is invalid. */
function sortedFields(message: Uint8Array, isMeant: (field: EncodedField) => boolean = () => true): string {
  try {
    const fields = encodedFieldsOf(message).filter(isMeant);
    return fields
      .map(({ bytes }) => Buffer.from(bytes).toString('latin1'))
      .sort()
      .join();
  } catch {
    return Buffer.from(message).toString('latin1');
  }
}
