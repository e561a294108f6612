import { chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isPrivate } from './warm-folder.js';
import { randomText } from './warm-protocol.js';

/** Maximum length of a socket's path; systems allow 104 to 108 bytes, including the zero at the end. */
const maxSocketPathBytes = 100;

/** Address of a warm process, and the folder of its record. */
export interface SocketLocation {
  /** Path of a socket; on Windows the name of a pipe, which is no file. */
  readonly address: string;
  readonly folder: string;
}

/**
 * Creates a unique address: a socket in the folder of records or, if that path is too long, in a new temporary folder;
 * on Windows a pipe.
 */
export async function createAddress(folder: string, platform = process.platform): Promise<string> {
  if (platform === 'win32') return `\\\\.\\pipe\\lexichord-${randomText()}`;
  const name = `${randomText().slice(0, 12)}.sock`;
  const beside = join(folder, name);
  if (Buffer.byteLength(beside) <= maxSocketPathBytes) return beside;
  return join(await mkdtemp(join(tmpdir(), 'lexichord-warm-')), name);
}

/** Whether only this user can listen at an address. Names of Windows' pipes are random, and only in the record. */
export function isTrustworthy(address: string, platform = process.platform): boolean {
  if (platform === 'win32') return true;
  return isPrivate(dirname(address), 'folder') && isPrivate(address, 'socket');
}

/** Removes the access of others to a socket; they already have no access to its folder. */
export async function closeToOthers(address: string, platform = process.platform): Promise<void> {
  if (platform !== 'win32') await chmod(address, 0o600);
}

/** Removes the socket of a killed process, and its own folder, if it had one. */
export async function removeLeftSocket(
  { address, folder }: SocketLocation,
  platform = process.platform,
): Promise<void> {
  if (platform === 'win32') return;
  await rm(address, { force: true });
  // Fails if the folder has other contents.
  if (dirname(address) !== folder) await rmdir(dirname(address)).catch(() => undefined);
}

/** Removes the temporary folder of this process's socket, if it had one. */
export async function removeOwnFolder({ address, folder }: SocketLocation, platform = process.platform): Promise<void> {
  if (platform === 'win32') return;
  if (dirname(address) !== folder) await rm(dirname(address), { recursive: true, force: true });
}
