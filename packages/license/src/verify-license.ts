import {
  type IClock,
  type ILicenseService,
  type LicenseInfo,
  type LicenseTier,
  licenseTiers,
  tierIncludes,
} from '@lexichord/abstractions';

import { type LicensePublicKey, importLicenseKey } from './license-key.js';
import { licenseMessage, unlicensedMessage } from './license-message.js';
import { LicenseService } from './license-service.js';
import { type TokenExpectations, type TokenVerdict, verifyToken } from './verify-token.js';

/** A licence and its public key. The key is part of a host's code, never of its configuration. */
export interface License {
  readonly publicKey: LicensePublicKey;
  /** Compact JWS; white space around it is ignored. Absent or empty: no licence. */
  readonly token?: string | undefined;
}

/** Options of {@link verifyLicense}. */
export interface VerifyLicenseOptions extends License, TokenExpectations {
  readonly clock: IClock;
  /** Maximum tier; can only lower the tier of the token. */
  readonly lowerTo?: LicenseTier | undefined;
}

/**
 * Verifies a licence offline, once (SBD-072 §1.4). An invalid licence is not an error: the service then grants only the
 * Core tier, and its `info` describes the problem. The same holds after the licence has expired.
 *
 * @throws {LexichordError} `invalid-argument` if the host's own key is unusable
 */
export async function verifyLicense({
  publicKey,
  token,
  clock,
  lowerTo,
  issuer,
  audience,
}: VerifyLicenseOptions): Promise<ILicenseService> {
  const compact = token?.trim() ?? '';
  if (compact === '') return unlicensed();
  const key = await importLicenseKey(publicKey);
  const verdict = await verifyToken(compact, key, { nowMs: clock.now(), issuer, audience });
  const info = describe(verdict, lowerTo);
  const { status, expiresAt } = verdict;
  if (status !== 'valid' || expiresAt === undefined) return new LicenseService(info);
  const expired = describe({ ...verdict, status: 'expired', tier: 'Core' }, lowerTo);
  return new LicenseService(info, { clock, expiresAtMs: Date.parse(expiresAt), expired });
}

function describe(verdict: TokenVerdict, lowerTo: LicenseTier | undefined): LicenseInfo {
  const tier = lowerTo !== undefined && tierIncludes(verdict.tier, lowerTo) ? lowerTo : verdict.tier;
  return {
    tier,
    grantedTier: verdict.tier,
    status: verdict.status,
    message: licenseMessage(verdict, tier),
    holder: verdict.holder,
    expiresAt: verdict.expiresAt,
  };
}

/** Grants the Core tier, for a host without a licence. */
export function unlicensed(): ILicenseService {
  return new LicenseService({ tier: 'Core', grantedTier: 'Core', status: 'none', message: unlicensedMessage });
}

/** Finds a tier by its name, ignoring case, for `--tier`. */
export function findLicenseTier(name: string): LicenseTier | undefined {
  return licenseTiers.find((tier) => tier.toLowerCase() === name.toLowerCase());
}
