import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { Table as NativeTable } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';

import type { OpenStore } from '../database/store-session.js';
import { faultOf } from '../errors/storage-error.js';
import { describeDifference, toArrowSchema } from '../schema/arrow-schema.js';
import type { AnySchema } from '../schema/table-schema.js';
import { createTable, replaceTable } from './create-table.js';
import { migrateTable } from './migrate-table.js';
import { createMissingTextIndexes, hasTextIndexes } from './table-indexes.js';
import { readSchemaVersion } from './table-metadata.js';
import type { TableOrigin } from './table.js';

/** A table of the store with the schema's columns and indexes. */
export interface OpenedTable {
  readonly native: NativeTable;
  readonly arrowSchema: Schema;
  readonly origin: TableOrigin;
}

/**
 * Returns an operation that opens a table, or creates it, with a separate commit for each change. It may be repeated: a
 * table of an earlier attempt counts as created.
 */
export function openOrCreateTable(schema: AnySchema): (store: OpenStore) => Promise<OpenedTable> {
  let isMade = false;
  return async (store) => {
    const existing = await openNative(store, schema.name);
    if (existing === undefined) isMade = await createTable(store, schema);
    const native = existing ?? (await store.connection.openTable(schema.name));
    const opened = await adoptTable(store, schema, native);
    return isMade ? { ...opened, origin: 'created' } : opened;
  };
}

/** Opens the store's table without changes; `undefined` if it does not exist. */
export async function openNative({ connection }: OpenStore, tableName: string): Promise<NativeTable | undefined> {
  try {
    return await connection.openTable(tableName);
  } catch (error) {
    if (faultOf(error) === 'not-found') return undefined;
    throw error;
  }
}

/** The columns of a table that needs no change; `undefined` if it must be changed first. */
export async function findCurrentSchema(
  store: OpenStore,
  schema: AnySchema,
  native: NativeTable,
): Promise<Schema | undefined> {
  const stored = await native.schema();
  const isCurrent = hasColumnsOf(schema, stored, store) && (await hasTextIndexes(native, schema));
  return isCurrent ? stored : undefined;
}

/** The error for a table that must be changed first, in a read-only store. */
export async function unreadableTable(schema: AnySchema, native: NativeTable): Promise<LexichordError> {
  const { name, version } = schema;
  const storedVersion = readSchemaVersion(await native.schema(), schema.key);
  if (storedVersion !== undefined && storedVersion > version) return newerTable(schema, storedVersion);
  return new LexichordError(
    ErrorCode.storageReadOnly,
    `Table "${name}" must be migrated before this version can read it, and storage.read_only is set. Run a command of this version on the machine that writes the tables, such as "lexichord index" for the search index.`,
    { details: { table: name, knownVersion: version, ...(storedVersion === undefined ? {} : { storedVersion }) } },
  );
}

/** Updates an existing table to the schema. */
async function adoptTable(store: OpenStore, schema: AnySchema, native: NativeTable): Promise<OpenedTable> {
  const stored = await native.schema();
  const storedVersion = readSchemaVersion(stored, schema.key);
  if (storedVersion !== undefined && storedVersion > schema.version) throw newerTable(schema, storedVersion);
  if (storedVersion !== undefined && storedVersion < schema.version) {
    const migrated = await migrateTable(store, schema, { native, storedVersion });
    if (!migrated) return rebuildTable(store, schema, native);
  }
  const arrowSchema = await native.schema();
  const difference = describeDifference(toArrowSchema(store.arrow, schema), arrowSchema);
  if (difference !== undefined || storedVersion === undefined) {
    if (schema.derived) return rebuildTable(store, schema, native);
    throw otherColumns(schema, difference ?? 'it was not created by Lexichord');
  }
  await createMissingTextIndexes(store, native, schema);
  return { native, arrowSchema, origin: storedVersion === schema.version ? 'existing' : 'migrated' };
}

async function rebuildTable(store: OpenStore, schema: AnySchema, outdated: NativeTable): Promise<OpenedTable> {
  const seenVersion = await outdated.version();
  // After reading the version: an earlier rebuild is seen here, and a later one changes the version.
  const isRebuilt = hasColumnsOf(schema, await outdated.schema(), store);
  const isReplaced = !isRebuilt && (await replaceTable(store, schema, seenVersion));
  const native = await store.connection.openTable(schema.name);
  const opened = await adoptTable(store, schema, native);
  return isReplaced ? { ...opened, origin: 'rebuilt' } : opened;
}

function hasColumnsOf(schema: AnySchema, stored: Schema, { arrow }: Pick<OpenStore, 'arrow'>): boolean {
  return (
    readSchemaVersion(stored, schema.key) === schema.version &&
    describeDifference(toArrowSchema(arrow, schema), stored) === undefined
  );
}

function newerTable({ name, version }: AnySchema, storedVersion: number): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Table "${name}" has version ${storedVersion}, which a newer Lexichord wrote; this one supports version ${version}. Use the newer version that wrote it, or set another storage.address.`,
    { details: { table: name, storedVersion, knownVersion: version } },
  );
}

function otherColumns({ name }: AnySchema, difference: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Table "${name}" cannot be used: ${difference}. Set another storage.address, or drop the table if its rows are not needed.`,
    { details: { table: name, difference } },
  );
}
