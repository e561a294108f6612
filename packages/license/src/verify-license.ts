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

/** A licence and the key that must have signed it. The key is part of a host's code, never of its configuration. */
export interface License {
  readonly publicKey: LicensePublicKey;
  /** Compact JWS; white space around it is ignored. Absent or empty: no licence. */
  readonly token?: string | undefined;
}

/** Options of {@link verifyLicense}. */
export interface VerifyLicenseOptions extends License, TokenExpectations {
  readonly clock: IClock;
  /** Can only lower the tier that the token grants. */
  readonly lowerTo?: LicenseTier | undefined;
}

/**
 * Verifies a licence offline, once (SBD-072 §1.4). A licence that does not hold is not an error: the service then answers
 * for Core, and its `info` has the problem. The same holds from the moment at which the licence expires.
 *
 * @throws {LexichordError} `invalid-argument` when the host's own key is unusable
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

/** Core, for a host that was given no licence. */
export function unlicensed(): ILicenseService {
  return new LicenseService({ tier: 'Core', grantedTier: 'Core', status: 'none', message: unlicensedMessage });
}

/** A tier by its name in any case, as `--tier` takes it. */
export function findLicenseTier(name: string): LicenseTier | undefined {
  return licenseTiers.find((tier) => tier.toLowerCase() === name.toLowerCase());
}
