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
  /** Missing or empty. */
  | { readonly kind: 'absent' }
  /** Created by this user; without an origin only if the user trusts such state. */
  | { readonly kind: 'own'; readonly origin: Origin | undefined }
  /** Must not be opened. */
  | {
      readonly kind: 'foreign';
      readonly reason: string;
      /** Reason why it must not be moved away; `undefined`: it may be. */
      readonly stays: 'tracked' | 'in-use' | undefined;
      /** Inode, on systems that have them; identifies the folder. */
      readonly inode: bigint;
    };

/** Evidence for the verdict on a folder of state. */
export interface StateEvidence {
  readonly records: OriginRecords;
  /** Whether git tracks a file in it: then anyone with push access could have written it. */
  readonly isTracked: () => Promise<boolean>;
  /** Names of damaged tables in a folder. */
  readonly damagedTables: (folder: string, options: CallOptions) => Promise<readonly string[]>;
  /** Whether the user trusts an origin that is not in the records. */
  readonly isTrusted: boolean;
}

/**
 * Determines whether this user created a folder of state here. It may also come with a clone, or from another user of
 * the machine.
 *
 * @throws {LexichordError} `storage-failed` for a format of a newer version; the errors of the file system
 */
export async function judgeState(folder: string, evidence: StateEvidence): Promise<StateVerdict> {
  const found = await lstat(folder, { bigint: true }).catch(ignoreMissing);
  if (found === undefined) return { kind: 'absent' };
  const foreign = (reason: string, stays?: 'tracked' | 'in-use'): StateVerdict => {
    return { kind: 'foreign', reason, stays, inode: found.ino };
  };
  if (!found.isDirectory()) return foreign('it is a link or no folder');
  if (!isOwnFile(Number(found.uid))) {
    // The other user's own workspace is in use by them.
    const isTheirWorkspace = (await lstat(dirname(folder), { bigint: true })).uid === found.uid;
    return foreign('it belongs to another user', isTheirWorkspace ? 'in-use' : undefined);
  }
  const names = await readdir(folder).catch(ignoreDenied);
  // The administrator could read it, but treats it the same way.
  if (names === undefined) return foreign('you may not read it');
  if (names.length === 0) return { kind: 'absent' };
  // Git runs in parallel with the other checks.
  const tracked = evidence.isTracked();
  tracked.catch(() => undefined);
  const origin = await readOrigin(folder);
  const isRecorded = origin !== undefined && evidence.records.has(origin.nonce);
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
 * Finds the first file of the store that Lexichord does not create, as a reason: the store's library follows links.
 * Other files of the folder are read without following links.
 */
async function findForeignFile(folder: string): Promise<string | undefined> {
  const store = join(folder, 'db');
  const found = await lstat(store).catch(ignoreMissing);
  if (found?.isSymbolicLink() === true) return `${store}: it is a link`;
  try {
    if (found?.isDirectory() === true) requireOwnFiles(store);
    return undefined;
  } catch (error) {
    if (isLexichordError(error)) return `${error.details['path'] as string}: ${error.details['reason'] as string}`;
    throw error;
  }
}
