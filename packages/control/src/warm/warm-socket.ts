import { chmod, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isPrivate } from './warm-folder.js';
import { randomText } from './warm-protocol.js';

/** The system's limit is 104 to 108 bytes, with the zero at the end. */
const maxSocketPathBytes = 100;

/** Of a warm process: the address, and the folder of its record. */
export interface SocketLocation {
  /** Path of a socket; on Windows the name of a pipe, which is no file. */
  readonly address: string;
  readonly folder: string;
}

/**
 * A unique name: of a socket in the folder of the records or, where that has too long a name, in one of its
 * own, which is made. On Windows of a pipe, which nothing is made for.
 */
export async function createAddress(folder: string, platform = process.platform): Promise<string> {
  if (platform === 'win32') return `\\\\.\\pipe\\lexichord-${randomText()}`;
  const name = `${randomText().slice(0, 12)}.sock`;
  const beside = join(folder, name);
  if (Buffer.byteLength(beside) <= maxSocketPathBytes) return beside;
  return join(await mkdtemp(join(tmpdir(), 'lexichord-warm-')), name);
}

/** Whether only this user can listen there. The names of Windows' pipes are random, and only in the record. */
export function isTrustworthy(address: string, platform = process.platform): boolean {
  if (platform === 'win32') return true;
  return isPrivate(dirname(address), 'folder') && isPrivate(address, 'socket');
}

/** Closes a socket to others; its folder is closed to them already. */
export async function closeToOthers(address: string, platform = process.platform): Promise<void> {
  if (platform !== 'win32') await chmod(address, 0o600);
}

/** Removes the socket that a killed process has left, and the folder of it, if it had one of its own. */
export async function removeLeftSocket(
  { address, folder }: SocketLocation,
  platform = process.platform,
): Promise<void> {
  if (platform === 'win32') return;
  await rm(address, { force: true });
  // Empty now, unless it is not ours.
  if (dirname(address) !== folder) await rmdir(dirname(address)).catch(() => undefined);
}

/** Removes the folder that a socket of this process had of its own. */
export async function removeOwnFolder({ address, folder }: SocketLocation, platform = process.platform): Promise<void> {
  if (platform === 'win32') return;
  if (dirname(address) !== folder) await rm(dirname(address), { recursive: true, force: true });
}
