import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { withForwardSlashes } from '@lexichord/platform/internal';

import { temporaryFolder } from '../database/temporary-folder.js';
import type { OpenStore } from '../database/store-session.js';
import type { NewFiles } from '../database/new-files.js';
import { listFolder, listManifests, tableFolder } from '../database/table-files.js';
import { faultOf } from '../errors/storage-error.js';
import { toArrowSchema } from '../schema/arrow-schema.js';
import type { AnySchema } from '../schema/table-schema.js';
import { schemaVersionMetadata } from './table-metadata.js';

/**
 * Creates an empty table, without its indexes, unless it exists.
 *
 * The library checks for a table before it commits the new one, and overwrites a table that appears in between; rows
 * that another writer has committed by then are lost unnoticed (ADR 0042). So the library creates the table in a
 * separate folder, and its files are written to their paths one by one, finally the manifest, only if there is none.
 *
 * @returns `false` if another writer was faster
 */
export async function createTable(store: OpenStore, schema: AnySchema): Promise<boolean> {
  const { files } = store;
  return files === undefined ? createByLibrary(store, schema) : createByFiles(store, schema, files);
}

async function createByFiles({ arrow, lance }: OpenStore, schema: AnySchema, files: NewFiles): Promise<boolean> {
  const workshop = await mkdtemp(join(temporaryFolder(), 'lexichord-table-'));
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
  const manifests = new Set((await listManifests(folder)).map(({ path }) => path));
  const put = async (path: string): Promise<boolean> =>
    files.put(withForwardSlashes(relative(workshop, path)), await readFile(path));
  for (const path of (await listFolder(folder)).files) if (!manifests.has(path)) await put(path);
  for (const path of manifests) if (!(await put(path))) return false;
  return true;
}

async function createByLibrary(store: OpenStore, schema: AnySchema): Promise<boolean> {
  try {
    return await writeEmptyTable(store, schema, { mode: 'create', expectedVersion: 1 });
  } catch (error) {
    if (faultOf(error) === 'exists' || faultOf(error) === 'lost-commit') return false;
    throw error;
  }
}

/**
 * Replaces an unusable table by an empty one, in a single commit: other processes see the old table or the new one.
 *
 * @param seenVersion version of the table that is unusable
 * @returns `false` if another writer has changed the table since
 */
export function replaceTable(store: OpenStore, schema: AnySchema, seenVersion: number): Promise<boolean> {
  return writeEmptyTable(store, schema, { mode: 'overwrite', expectedVersion: seenVersion + 1 });
}

/**
 * Writes an empty table by the library. A version other than expected means that it has overwritten another writer's
 * commit, which is restored; only commits between the two, a moment, are lost. The version must be that of this commit,
 * because another writer may already have committed after it.
 *
 * @returns whether the table was written and stays
 */
async function writeEmptyTable(
  { arrow, connectStill, isRemote }: OpenStore,
  schema: AnySchema,
  { mode, expectedVersion }: { readonly mode: 'create' | 'overwrite'; readonly expectedVersion: number },
): Promise<boolean> {
  const connection = await connectStill();
  try {
    const table = await connection.createEmptyTable(schema.name, newColumns(arrow, schema), { mode });
    const version = isRemote ? expectedVersion : await table.version();
    if (version === expectedVersion) return true;
    await table.checkout(version - 1);
    await table.restore();
    return false;
  } finally {
    connection.close();
  }
}

function newColumns(arrow: OpenStore['arrow'], schema: AnySchema): ReturnType<typeof toArrowSchema> {
  return toArrowSchema(arrow, schema, schemaVersionMetadata(schema.version));
}
