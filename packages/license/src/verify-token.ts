import { type LicenseStatus, type LicenseTier, licenseTiers } from '@lexichord/abstractions';
import type { JWTPayload } from 'jose';

import type { ImportedLicenseKey } from './license-key.js';

/** Maximum length of a token, in UTF-16 units. */
const maxTokenChars = 16_384;

/** Verdict on a token, with its claims. Holder and expiry are present only if the signature is valid. */
export interface TokenVerdict {
  readonly status: Exclude<LicenseStatus, 'none'>;
  readonly tier: LicenseTier;
  readonly holder?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly validFrom?: string | undefined;
}

/** Required issuer and audience of a token. Not checked if absent. */
export interface TokenExpectations {
  readonly issuer?: string | undefined;
  readonly audience?: string | undefined;
}

/**
 * Verifies a token: its form, its algorithm, its signature, then its claims. The algorithm is pinned to EdDSA, so that
 * neither `none` nor an HMAC over the public key is accepted.
 *
 * @param nowMs wall-clock time in milliseconds since the epoch
 */
export async function verifyToken(
  token: string,
  { key, keyId }: ImportedLicenseKey,
  { nowMs, issuer, audience }: TokenExpectations & { readonly nowMs: number },
): Promise<TokenVerdict> {
  // Single modules of the package; loading all of it takes three times as much.
  const { decodeProtectedHeader } = await import('jose/decode/protected_header');
  const errors = await import('jose/errors');
  const { jwtVerify } = await import('jose/jwt/verify');
  const header = readHeader(token, decodeProtectedHeader);
  if (header === undefined) return rejected('malformed');
  if (header.alg !== 'EdDSA') return rejected('wrong-algorithm');
  if (header.kid !== undefined && header.kid !== keyId) return rejected('wrong-key');

  const expectations = { ...(issuer === undefined ? {} : { issuer }), ...(audience === undefined ? {} : { audience }) };
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      currentDate: new Date(nowMs),
      ...expectations,
    });
    return granted(payload);
  } catch (error) {
    if (error instanceof errors.JWTExpired)
      return { ...describeClaims(error.payload), status: 'expired', tier: 'Core' };
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' && error.reason === 'check_failed') {
      return { ...describeClaims(error.payload), status: 'not-yet-valid', tier: 'Core' };
    }
    if (error instanceof errors.JWSSignatureVerificationFailed) return rejected('tampered');
    // Any other problem makes the licence invalid: never more than Core.
    return rejected('malformed');
  }
}

function readHeader(
  token: string,
  decode: (token: string) => { alg?: string; kid?: unknown },
): { alg?: string; kid?: unknown } | undefined {
  if (token.length > maxTokenChars || token.split('.').length !== 3) return undefined;
  try {
    return decode(token);
  } catch {
    // Only the form is checked here.
    return undefined;
  }
}

function granted(payload: JWTPayload): TokenVerdict {
  const tier = licenseTiers.find((candidate) => candidate === payload['tier']);
  if (tier === undefined) return rejected('malformed');
  return { ...describeClaims(payload), status: 'valid', tier };
}

function describeClaims(payload: JWTPayload): Pick<TokenVerdict, 'holder' | 'expiresAt' | 'validFrom'> {
  const holder = payload['holder'] ?? payload.sub;
  return {
    holder: typeof holder === 'string' ? holder : undefined,
    expiresAt: toIsoTime(payload.exp),
    validFrom: toIsoTime(payload.nbf),
  };
}

/** Converts a JWT time, in seconds. A time outside the range of a date is ignored. */
function toIsoTime(seconds: number | undefined): string | undefined {
  if (seconds === undefined || !(Math.abs(seconds * 1000) <= 8.64e15)) return undefined;
  return new Date(seconds * 1000).toISOString();
}

function rejected(status: Exclude<LicenseStatus, 'none' | 'valid'>): TokenVerdict {
  return { status, tier: 'Core' };
}
