import type { Table as NativeTable } from '@lancedb/lancedb';
import type { Schema } from 'apache-arrow';

/*
 * Metadata of a table are stored at its key's field: committed with the table's own transaction log, in place, and kept
 * by every operation except an overwrite. Two concurrent writers of metadata conflict, and one of them is repeated.
 */
const versionKey = 'lexichord:schema-version';
const factPrefix = 'lexichord:fact:';

/** Metadata of a new table. */
export function schemaVersionMetadata(version: number): Readonly<Record<string, string>> {
  return { [versionKey]: String(version) };
}

/** Version of a table's schema; `undefined` for a table that Lexichord did not create. */
export function readSchemaVersion(schema: Schema, key: string): number | undefined {
  const version = Number(fieldMetadata(schema, key).get(versionKey) ?? Number.NaN);
  return Number.isInteger(version) ? version : undefined;
}

/** Stores the schema version of a table. */
export async function writeSchemaVersion(native: NativeTable, key: string, version: number): Promise<void> {
  await native.updateFieldMetadata([{ path: key, metadata: { ...schemaVersionMetadata(version) } }]);
}

/** The facts stored with a table, by name. */
export function readFacts(schema: Schema, key: string): Readonly<Record<string, string>> {
  const facts = [...fieldMetadata(schema, key)].filter(([name]) => name.startsWith(factPrefix));
  return Object.fromEntries(
    facts.map(([name, value]): [string, string] => [name.slice(factPrefix.length), value]).sort(byName),
  );
}

/** Sets facts, and removes those that are `undefined`. */
export async function writeFacts(
  native: NativeTable,
  key: string,
  changes: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const metadata = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [factPrefix + name, value ?? null]),
  );
  if (Object.keys(metadata).length > 0) await native.updateFieldMetadata([{ path: key, metadata }]);
}

function fieldMetadata(schema: Schema, key: string): ReadonlyMap<string, string> {
  return schema.fields.find(({ name }) => name === key)?.metadata ?? new Map<string, string>();
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
