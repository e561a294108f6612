import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Creates a secret of 256 random bits, for use in an address. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares secrets in constant time, independent of their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
