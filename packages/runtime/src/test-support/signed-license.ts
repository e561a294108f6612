import { generateKeyPairSync, sign } from 'node:crypto';

import type { LicenseTier } from '@lexichord/abstractions';
import type { License } from '@lexichord/license';

/** A licence that is signed with a key of its own and expires at a time, in milliseconds since the Unix epoch. */
export function aSignedLicense(tier: LicenseTier, expiresAtMs: number): License {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const parts = [{ alg: 'EdDSA' }, { tier, holder: 'Ada', exp: Math.floor(expiresAtMs / 1_000) }];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url');
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    token: `${signed}.${signature}`,
  };
}
