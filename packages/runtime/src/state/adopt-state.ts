import { chmod, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type AdoptOptions,
  type AdoptedState,
  ErrorCode,
  LexichordError,
  PathDeniedError,
} from '@lexichord/abstractions';
import { flushFolder, ignoreMissing, isOwnFile, renamePatiently, replaceFile } from '@lexichord/platform/internal';
import { requireOwnFiles } from '@lexichord/storage/internal';

import { requireSupportedFormat } from './supported-format.js';
import { type Origin, formatOrigin, originPath, readOrigin, stateFormat } from './origin.js';
import type { StateEvidence } from './judge-state.js';
import { asideName, setAside } from './set-aside.js';

/** The folder to adopt, and the folder that it replaces. */
export interface Adoption {
  readonly workspaceRoot: string;
  /** Absolute path of the folder in use. */
  readonly inUse: string;
  /** Name of the folder to adopt, in the workspace. */
  readonly name: string;
  /** New origin of the folder, which keeps its name of the workspace. */
  readonly origin: Origin;
}

/** See `IStateFolder.adopt`. The current folder is set aside, not removed. */
export async function adoptState(
  adoption: Adoption,
  { records, damagedTables }: Pick<StateEvidence, 'records' | 'damagedTables'>,
  { allowsDamage = false, signal }: AdoptOptions,
): Promise<AdoptedState> {
  const { workspaceRoot, inUse, name } = adoption;
  const folder = join(workspaceRoot, name);
  await requireAdoptable(adoption, folder);
  const damaged = allowsDamage ? [] : await damagedTables(join(folder, 'db'), { signal });
  if (damaged.length > 0) throw damagedState(name, damaged);
  const former = await readOrigin(folder);
  if (former !== undefined) requireSupportedFormat({ path: folder, format: former.format, supported: stateFormat });
  const origin = { ...adoption.origin, workspace: former?.workspace ?? adoption.origin.workspace };
  await records.add(origin, inUse);
  await replaceFile(originPath(folder), [formatOrigin(origin)], { isPrivate: true });
  await chmod(folder, 0o700);
  const isInUse = ((await readdir(inUse).catch(ignoreMissing)) ?? []).length > 0;
  const aside = isInUse ? await setAside(inUse) : undefined;
  if (isInUse && aside === undefined) throw cannotMove(inUse);
  await renamePatiently(folder, inUse);
  await flushFolder(workspaceRoot);
  return { path: inUse, setAside: aside };
}

async function requireAdoptable({ workspaceRoot, inUse, name }: Adoption, folder: string): Promise<void> {
  if (!asideName.test(name)) {
    const aside = (await readdir(workspaceRoot)).filter((entry) => asideName.test(entry)).sort();
    const asideText = aside.length === 0 ? 'There is none in this workspace.' : `There is ${aside.join(', ')}.`;
    throw new LexichordError(ErrorCode.invalidArgument, `"${name}" is not state that was set aside. ${asideText}`, {
      details: { name, aside },
    });
  }
  const found = await lstat(folder).catch(ignoreMissing);
  if (found === undefined) {
    throw new LexichordError(ErrorCode.notFound, `There is no "${name}" in this workspace.`, { details: { name } });
  }
  if (!found.isDirectory()) throw new PathDeniedError(name, 'it is a link or no folder');
  if (!isOwnFile(found.uid)) throw new PathDeniedError(name, 'it belongs to another user');
  if (join(workspaceRoot, '.lexichord') !== inUse) throw cannotMove(join(workspaceRoot, '.lexichord'));
  requireOwnFiles(folder);
}

function damagedState(name: string, tables: readonly string[]): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `"${name}" was not adopted, because tables in it are damaged: ${tables.join(', ')}. Run "lexichord doctor --adopt ${name} --repair" to adopt it and keep the intact data.`,
    { details: { name, tables } },
  );
}

function cannotMove(folder: string): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    `The state cannot be adopted, because "${folder}" cannot be replaced: the workspace is read-only, or git tracks files in that folder (run "git rm -r --cached .lexichord").`,
    { details: { folder } },
  );
}
