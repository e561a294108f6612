import { ErrorCode } from '@lexichord/abstractions';

import type { FileRow } from './index-tables.js';

/** Replaces the hash of a file that was not read. */
const unreadPrefix = 'none:';

/** In front of the hash of a file whose chunks lack their vectors. */
const incompletePrefix = 'incomplete:';

/** In front of the hash of a file whose size and time do not show whether it is still the same. */
const unsettledPrefix = 'unsettled:';

/** The stored hash of a file that was not read. @param reason an error code */
export function unread(reason: string): string {
  return `${unreadPrefix}${reason}`;
}

/** The stored hash of a file whose chunks lack vectors: the next update describes it again. */
export function incomplete(contentHash: string): string {
  return `${incompletePrefix}${contentHash}`;
}

/** The stored hash of a file that is not settled: the next update reads it once more. */
export function unsettled(contentHash: string): string {
  return `${unsettledPrefix}${contentHash}`;
}

/** Whether a row is of this content with all that belongs to it, settled or not. */
export function isStored(contentHash: string, row: FileRow | undefined): boolean {
  return row !== undefined && storedHash(row) === contentHash;
}

/** The hash under which a file's chunks and symbols were written; that of no content for a file that was not read. */
export function writtenHash(row: FileRow): string {
  return without(incompletePrefix, storedHash(row));
}

/** The hash of the content that a file's chunks are of; `undefined` for a file that was not read. */
export function indexedHash(row: FileRow): string | undefined {
  const hash = writtenHash(row);
  return hash.startsWith(unreadPrefix) ? undefined : hash;
}

/** Whether a file could not be read or embedded the last time, or was not settled, and may be now as it looks the same. */
export function isWorthAnotherTry({ contentHash }: FileRow): boolean {
  if ([incompletePrefix, unsettledPrefix].some((prefix) => contentHash.startsWith(prefix))) return true;
  return contentHash.startsWith(unreadPrefix) && contentHash !== unread(ErrorCode.binaryFile);
}

function storedHash({ contentHash }: FileRow): string {
  return without(unsettledPrefix, contentHash);
}

function without(prefix: string, hash: string): string {
  return hash.startsWith(prefix) ? hash.slice(prefix.length) : hash;
}
