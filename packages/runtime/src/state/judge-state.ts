import { lstat, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type CallOptions, isLexichordError } from '@lexichord/abstractions';
import { ignoreMissing, isOwnFile } from '@lexichord/platform/internal';
import { requireOwnFiles } from '@lexichord/storage/internal';

import { requireSupportedFormat } from './supported-format.js';
import { type Origin, readOrigin, stateFormat } from './origin.js';
import type { OriginRecords } from './origin-records.js';

/** Verdict on the ownership of a folder of state. */
export type StateVerdict =
  /** There is nothing readable. */
  | { readonly kind: 'absent' }
  /** This user's; without an origin only if the user trusts such state. */
  | { readonly kind: 'own'; readonly origin: Origin | undefined }
  /** Not to be opened. */
  | {
      readonly kind: 'foreign';
      readonly reason: string;
      /** Why it is not to be moved away; absent: it may be. */
      readonly stays: 'tracked' | 'in-use' | undefined;
      /** Inode, where the system has such; shows whether it is still the same file. */
      readonly inode: bigint;
    };

/** Facts by which a folder of state is judged. */
export interface StateEvidence {
  readonly records: OriginRecords;
  /** Whether git tracks a file in it: then every user who can push could have written it. */
  readonly isTracked: () => Promise<boolean>;
  /** Names of tables in a folder that do not read whole. */
  readonly damagedTables: (folder: string, options: CallOptions) => Promise<readonly string[]>;
  /** Whether the user vouches for an origin that is not in the records. */
  readonly isTrusted: boolean;
}

/**
 * Whether this user made a folder of state in this place. It may as well have come with a clone, or from another user of
 * the machine.
 *
 * @throws {LexichordError} `storage-failed` for a format of a newer version; what the file system throws
 */
export async function judgeState(folder: string, evidence: StateEvidence): Promise<StateVerdict> {
  const found = await lstat(folder, { bigint: true }).catch(ignoreMissing);
  if (found === undefined) return { kind: 'absent' };
  const foreign = (reason: string, stays?: 'tracked' | 'in-use'): StateVerdict => {
    return { kind: 'foreign', reason, stays, inode: found.ino };
  };
  if (!found.isDirectory()) return foreign('it is a link or no folder');
  if (!isOwnFile(Number(found.uid))) {
    // In that user's own workspace they have it in use.
    const isTheirWorkspace = (await lstat(dirname(folder), { bigint: true })).uid === found.uid;
    return foreign('it belongs to another user', isTheirWorkspace ? 'in-use' : undefined);
  }
  const names = await readdir(folder).catch(ignoreDenied);
  // As the administrator leaves it, who may do anything here.
  if (names === undefined) return foreign('you may not read it');
  if (names.length === 0) return { kind: 'absent' };
  // Git answers while the other questions are asked.
  const tracked = evidence.isTracked();
  tracked.catch(() => undefined);
  const origin = await readOrigin(folder);
  const isRecorded = origin !== undefined && (await evidence.records.has(origin.nonce));
  const isClaimed = isRecorded || evidence.isTrusted;
  const reason = isClaimed
    ? await findForeignFile(folder)
    : 'it was not created here by you, or was created by an earlier version';
  if (await tracked) return foreign('git tracks files in it', 'tracked');
  if (reason !== undefined) return foreign(reason);
  if (origin !== undefined) requireSupportedFormat({ path: folder, format: origin.format, supported: stateFormat });
  return { kind: 'own', origin };
}

function ignoreDenied(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EACCES') throw error;
}

/**
 * The first file of the store that Lexichord does not make, as a reason: the store's library follows links. What else
 * is in the folder is read without following any.
 */
async function findForeignFile(folder: string): Promise<string | undefined> {
  const store = join(folder, 'db');
  const found = await lstat(store).catch(ignoreMissing);
  if (found?.isSymbolicLink() === true) return `${store}: it is a link`;
  try {
    if (found?.isDirectory() === true) await requireOwnFiles(store);
    return undefined;
  } catch (error) {
    if (isLexichordError(error)) return `${error.details['path'] as string}: ${error.details['reason'] as string}`;
    throw error;
  }
}
