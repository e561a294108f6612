import { createHash } from 'node:crypto';

const hashDigits = 8;

/** Hash of a conversation's id, the prefix of its segments' ids: 8 hexadecimal digits. */
export function conversationHash(conversationId: string): string {
  return createHash('sha256').update(conversationId).digest('hex').slice(0, hashDigits);
}

/** @param number from 1 */
export function segmentIdOf(conversationId: string, number: number): string {
  return `${conversationHash(conversationId)}-${number}`;
}

/** Parses a segment's id; `undefined` for another text. */
export function parseSegmentId(segmentId: string): { readonly hash: string; readonly number: number } | undefined {
  const [, hash, number] = /^([0-9a-f]{8})-([1-9][0-9]{0,8})$/u.exec(segmentId) ?? [];
  return hash === undefined || number === undefined ? undefined : { hash, number: Number(number) };
}
