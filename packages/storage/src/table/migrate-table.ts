import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { Table as NativeTable } from '@lancedb/lancedb';

import type { OpenStore } from '../database/store-session.js';
import { copyTable } from '../database/copy-table.js';
import { faultOf } from '../errors/storage-error.js';
import { sqlColumn, sqlLiteral } from '../predicates/sql-literal.js';
import { decodeRows } from '../rows/decode-rows.js';
import { encodeRows } from '../rows/encode-rows.js';
import { checksumColumn } from '../rows/row-checksum.js';
import { toArrowType } from '../schema/arrow-schema.js';
import type { ColumnDefinition } from '../schema/column.js';
import type { MigrationStep } from '../schema/table-schema.js';
import type { AnySchema } from '../schema/table-schema.js';
import { writeSchemaVersion } from './table-metadata.js';

/**
 * Migrates a table from its version to the schema's. Each step may be repeated, so that after the end of a process in
 * the middle the next one can finish.
 *
 * A table in a folder whose rows cannot be rebuilt is copied first: to `<name>.v<version>.backup` beside it.
 *
 * @returns false if the table has to be rebuilt from empty
 * @throws {LexichordError} `storage-failed` without a migration from that version, if the rows are not derived
 */
export async function migrateTable(
  store: OpenStore,
  schema: AnySchema,
  { native, storedVersion }: { readonly native: NativeTable; readonly storedVersion: number },
): Promise<boolean> {
  if (!schema.derived && store.root !== undefined) {
    await copyTable(store.root, schema.name, `${schema.name}.v${storedVersion}.backup`);
  }
  for (let version = storedVersion + 1; version <= schema.version; version++) {
    const step = schema.migrations[version];
    if (step === undefined && !schema.derived) throw noWay(schema, version - 1);
    if (step === undefined || step === 'rebuild') return false;
    await applyStep(store, schema, native, step);
    await writeSchemaVersion(native, schema.key, version);
  }
  return true;
}

async function applyStep(store: OpenStore, schema: AnySchema, native: NativeTable, step: MigrationStep): Promise<void> {
  const present = new Set((await native.schema()).fields.map(({ name }) => name));
  const added = Object.entries(step.add ?? {}).filter(([name]) => !present.has(name));
  const dropped = (step.drop ?? []).filter((name) => present.has(name));
  for (const [name, value] of added)
    await addColumn(store, native, { name, definition: definitionOf(schema, name), value });
  if (dropped.length > 0) await native.dropColumns([...dropped]);
  if (step.addChecksums === true) await addChecksums(store, schema, native);
}

/**
 * Adds missing checksums. Rows with one, written by the new version meanwhile, stay unchanged, so the step may be
 * repeated, and run in several processes at once.
 */
async function addChecksums(store: OpenStore, schema: AnySchema, native: NativeTable): Promise<void> {
  const isThere = (await native.schema()).fields.some(({ name }) => name === checksumColumn);
  const definition = { kind: 'string', optional: true } as const;
  if (!isThere) await addColumn(store, native, { name: checksumColumn, definition, value: null });
  const arrowSchema = await native.schema();
  const names = Object.keys(schema.columns);
  for await (const batch of native
    .query()
    .where(`${sqlColumn(checksumColumn)} IS NULL`)
    .select(names)) {
    const rows = decodeRows(batch, schema.columns, names);
    const where = `target.${sqlColumn(checksumColumn)} IS NULL`;
    const merging = native.mergeInsert(schema.key).whenMatchedUpdateAll({ where });
    await merging.execute(encodeRows(store.arrow, arrowSchema, schema, [rows]));
  }
}

async function addColumn(
  { arrow }: OpenStore,
  native: NativeTable,
  { name, definition, value }: { name: string; definition: ColumnDefinition; value: string | number | boolean | null },
): Promise<void> {
  // First an empty column of the type, then the value: an expression alone would infer another type.
  try {
    await native.addColumns(new arrow.Field(name, toArrowType(arrow, definition), true));
  } catch (error) {
    // Another process that migrates the table has added it meanwhile.
    if (faultOf(error) !== 'exists') throw error;
  }
  if (value === null) return;
  await native.update({ valuesSql: { [name]: sqlLiteral(name, definition, value) } });
}

function definitionOf({ name: table, columns }: AnySchema, name: string): ColumnDefinition {
  const definition = columns[name];
  if (definition !== undefined) return definition;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `A migration of table "${table}" adds the column "${name}", which its schema does not have.`,
    { details: { table, column: name } },
  );
}

function noWay({ name, version }: AnySchema, from: number): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Table "${name}" has version ${from}, and there is no migration from it to version ${version}. Open it with the version of Lexichord that wrote it, export its data, and import it here.`,
    { details: { table: name, storedVersion: from, knownVersion: version } },
  );
}
