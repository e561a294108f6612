import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

import type { Table as NativeTable } from '@lancedb/lancedb';

import type { OpenStore } from '../database/store-session.js';
import type { NewFiles } from '../database/new-files.js';
import { listManifests, tableFolder } from '../database/table-files.js';
import { faultOf } from '../errors/storage-error.js';
import { toArrowSchema } from '../schema/arrow-schema.js';
import type { AnySchema } from './open-table.js';
import { schemaVersionMetadata } from './table-metadata.js';

/**
 * Makes an empty table, without its indexes, unless there is one.
 *
 * The library looks whether a table is there before it commits the new one; a table that appears in between it takes for
 * one to overwrite, and the rows that another writer has committed by then are gone, unseen (ADR 0042). So it makes the
 * table in a folder of its own, and the files are put in their place one by one, the manifest, which makes them a table,
 * only if there is none.
 *
 * @returns whether it was made; `false`: another writer was quicker
 */
export async function createTable(store: OpenStore, schema: AnySchema): Promise<boolean> {
  const { files } = store;
  return files === undefined ? createByLibrary(store, schema) : createByFiles(store, schema, files);
}

async function createByFiles({ arrow, lance }: OpenStore, schema: AnySchema, files: NewFiles): Promise<boolean> {
  const workshop = await mkdtemp(join(tmpdir(), 'lexichord-table-'));
  try {
    const connection = await lance.connect(workshop);
    try {
      const table = await connection.createEmptyTable(schema.name, newColumns(arrow, schema));
      table.close();
    } finally {
      connection.close();
    }
    return await putTable(workshop, schema.name, files);
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

async function putTable(workshop: string, tableName: string, files: NewFiles): Promise<boolean> {
  const folder = tableFolder(workshop, tableName);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const made = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const manifests = new Set((await listManifests(folder)).map(({ path }) => path));
  const put = async (path: string): Promise<boolean> =>
    files.put(relative(workshop, path).split(sep).join('/'), await readFile(path));
  for (const path of made) if (!manifests.has(path)) await put(path);
  for (const path of manifests) if (!(await put(path))) return false;
  return true;
}

async function createByLibrary({ arrow, connection, isRemote }: OpenStore, schema: AnySchema): Promise<boolean> {
  try {
    const table = await connection.createEmptyTable(schema.name, newColumns(arrow, schema), { mode: 'create' });
    return isRemote || (await keepOnlyAs(1, table));
  } catch (error) {
    if (faultOf(error) === 'exists' || faultOf(error) === 'lost-commit') return false;
    throw error;
  }
}

/**
 * Puts an empty table in the place of one that cannot be used. One commit: other processes see the old table or the new
 * one, never none.
 *
 * @returns whether it was put there; `false`: another writer has changed the table since it was opened
 */
export async function replaceTable(
  { arrow, connection, isRemote }: OpenStore,
  schema: AnySchema,
  native: NativeTable,
): Promise<boolean> {
  const before = await native.version();
  const table = await connection.createEmptyTable(schema.name, newColumns(arrow, schema), { mode: 'overwrite' });
  return isRemote || (await keepOnlyAs(before + 1, table));
}

/**
 * Leaves a table that was just written as it is if it has the version that it should have. Any other has overwritten
 * somebody's commit, which is brought back; only what is committed between the two, a moment, is lost.
 */
async function keepOnlyAs(expected: number, table: NativeTable): Promise<boolean> {
  const version = await table.version();
  if (version === expected) return true;
  await table.checkout(version - 1);
  await table.restore();
  return false;
}

function newColumns(arrow: OpenStore['arrow'], schema: AnySchema): ReturnType<typeof toArrowSchema> {
  return toArrowSchema(arrow, schema, schemaVersionMetadata(schema.version));
}
