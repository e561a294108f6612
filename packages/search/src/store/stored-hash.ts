import { ErrorCode } from '@lexichord/abstractions';

import type { FileRow } from './index-tables.js';

/** Replaces the hash of a file that was not read. */
const unreadPrefix = 'none:';

/** Prefix of the hash of a file whose chunks lack their vectors. */
const incompletePrefix = 'incomplete:';

/** Prefix of the hash of a file whose size and time do not show whether it has changed. */
const unsettledPrefix = 'unsettled:';

/** The stored hash of a file that was not read. @param reason an error code */
export function unread(reason: string): string {
  return `${unreadPrefix}${reason}`;
}

/** The stored hash of a file whose chunks lack vectors: the next update describes it again. */
export function incomplete(contentHash: string): string {
  return `${incompletePrefix}${contentHash}`;
}

/** The stored hash of a file that is not settled: the next update reads it again. */
export function unsettled(contentHash: string): string {
  return `${unsettledPrefix}${contentHash}`;
}

/** Whether a row is of this content and complete, settled or not. */
export function isStored(contentHash: string, row: FileRow | undefined): boolean {
  return row !== undefined && storedHash(row) === contentHash;
}

/** The hash with which a file's chunks and symbols were written; no hash of a content for a file that was not read. */
export function writtenHash(row: FileRow): string {
  return without(incompletePrefix, storedHash(row));
}

/** The hash of the indexed content of a file; `undefined` for a file that was not read. */
export function indexedHash(row: FileRow): string | undefined {
  const hash = writtenHash(row);
  return hash.startsWith(unreadPrefix) ? undefined : hash;
}

/**
 * Whether a file with the same size and time is to be read again, since it could not be read or embedded, or was not
 * settled.
 */
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
