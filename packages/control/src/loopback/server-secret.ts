import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits of randomness, as a part of an address. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes the same time wherever two secrets differ, and whatever their lengths are. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
