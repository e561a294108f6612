import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type CallOptions,
  type CheckReport,
  IClock,
  IIdSource,
  ILogger,
  type IStateCheck,
  IStateFolder,
  type StateCheckOptions,
  isLexichordError,
} from '@lexichord/abstractions';
import { CheckTally } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { isPassing } from '../database/inspect-table.js';
import { IDatabase } from '../database/database.js';
import { type NamedFile, readNamedFiles } from '../database/named-files.js';
import { StoreSession } from '../database/store-session.js';
import { listManifests, tableFolder } from '../database/table-files.js';
import { StorageOptions } from '../storage-options.js';

/** Maximum number of attempts, because another process may join a table's files while they are read. */
const maxAttempts = 5;

/** Paths that the store uses for files in a manifest; any other path may lead out of the folder. */
const ownPath = /^(?:data|_deletions|_transactions|_indices\/[\da-f-]+)\/[\w-][\w.-]*$/u;

/** Table and options of a check. */
interface TableCheck extends CallOptions {
  readonly session: StoreSession;
  readonly name: string;
  readonly files: CheckTally;
  readonly indexes: CheckTally;
}

/**
 * Checks that every file of the current version of a table exists, has its size, and can be read completely; and that
 * every index can be loaded, which reading the rows does not show. A repair removes a broken index, which the next
 * writer rebuilds.
 */
@injectable()
export class TableFilesCheck implements IStateCheck {
  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(StorageOptions) private readonly options: StorageOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(IIdSource) private readonly idSource: IIdSource,
    @inject(ILogger) private readonly logger: ILogger,
    @inject(IStateFolder, { isOptional: true }) private readonly stateFolder?: IStateFolder,
  ) {}

  async run(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    const { signal } = options;
    const { clock, idSource, logger, stateFolder } = this;
    const files = new CheckTally({ kind: 'table-files', name: 'files of tables' }, options);
    const indexes = new CheckTally({ kind: 'table-indexes', name: 'indexes of tables' }, options);
    const session = new StoreSession(this.options, { clock, idSource, logger, stateFolder });
    try {
      for (const name of await this.database.tableNames({ signal })) {
        const check = { session, name, files, indexes, signal };
        // First, because removing an index removes its files.
        await checkIndexes(check);
        await checkFiles(check);
      }
    } finally {
      await session.close();
    }
    return [files.report(), indexes.report()];
  }
}

async function checkFiles({ session: { address }, name, files, signal }: TableCheck): Promise<void> {
  if (address.kind !== 'folder') {
    files.leave('only files of tables in a local folder can be checked');
    return;
  }
  const folder = tableFolder(address.path, name);
  for (let attempt = 1; ; attempt += 1) {
    const [newest] = await listManifests(folder);
    const named = newest && (await readNamedFiles(newest.path));
    const found: string[] = [];
    for (const file of named ?? []) {
      signal?.throwIfAborted();
      const problem = await problemOf(folder, file, signal);
      if (problem !== undefined) found.push(problem);
    }
    const isQuiet = (await listManifests(folder))[0]?.version === newest?.version;
    if (!isQuiet && attempt < maxAttempts) continue;
    files.count(named?.length ?? 0);
    if (named === undefined) found.push('The manifest of its newest version cannot be read.');
    for (const problem of found) files.find({ subject: name, problem: `${problem} ${remedy}`, isMended: false });
    return;
  }
}

const remedy = 'Run "lexichord doctor --repair", or restore the folder from a backup.';

async function problemOf(
  folder: string,
  { path, sizeBytes }: NamedFile,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (!ownPath.test(path)) return 'Its manifest refers to a file in another folder, which was not read.';
  try {
    const found = await lstat(join(folder, path));
    if (!found.isFile()) return `The file ${path} is a link or not a regular file.`;
    const expected = sizeBytes ?? found.size;
    const length = found.size === expected ? await readToEnd(join(folder, path), expected, signal) : found.size;
    return length === expected ? undefined : `The file ${path} has ${length} bytes instead of ${expected}.`;
  } catch (error) {
    signal?.throwIfAborted();
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? `The file ${path} is missing.` : `The file ${path} cannot be read (${code}).`;
  }
}

/**
 * Reads a file without following a link or waiting for a pipe that may have replaced it.
 *
 * @param expected size in bytes; at most one more is read
 * @returns number of bytes read
 */
async function readToEnd(path: string, expected: number, signal: AbortSignal | undefined): Promise<number> {
  // Windows has neither flag; a missing one counts as 0.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    let length = 0;
    for await (const bytes of file.createReadStream({ end: expected, autoClose: false })) {
      signal?.throwIfAborted();
      length += (bytes as Buffer).length;
    }
    return length;
  } finally {
    await file.close();
  }
}

async function checkIndexes({ session, name, indexes, signal }: TableCheck): Promise<void> {
  const call = { doing: `read the indexes of table "${name}"`, signal };
  const names = await session
    .read(
      async ({ connection }) => (await (await connection.openTable(name)).listIndices()).map((one) => one.name),
      call,
    )
    .catch((error: unknown) => {
      if (!isLexichordError(error) || isPassing(error)) throw error;
      // The findings on its rows and files cover a table that cannot be opened.
      return [];
    });
  for (const index of names) {
    indexes.count();
    try {
      await session.read(async ({ connection }) => (await connection.openTable(name)).prewarmIndex(index), call);
    } catch (error) {
      if (!isLexichordError(error) || isPassing(error)) throw error;
      if (indexes.repairs) {
        await session.write(name, async ({ connection }) => (await connection.openTable(name)).dropIndex(index), call);
      }
      indexes.findMendable({
        subject: name,
        problem: `The index ${index} cannot be read.`,
        done: 'It was removed, and is rebuilt with the next change.',
        advice: 'Run "lexichord doctor --deep --repair" to remove it, so that it is rebuilt.',
      });
    }
  }
}
