import { type Token, token } from '../token.js';

/** Licence tiers, lowest first; each includes the features of the ones before (SBD-072 §1.4). */
export const licenseTiers = ['Core', 'WriterPro', 'Teams', 'Enterprise'] as const;

/** One of {@link licenseTiers}. */
export type LicenseTier = (typeof licenseTiers)[number];

/** Whether a licence of tier `current` includes tier `required`. */
export function tierIncludes(current: LicenseTier, required: LicenseTier): boolean {
  return licenseTiers.indexOf(current) >= licenseTiers.indexOf(required);
}

/** Result of verifying the licence. */
export type LicenseStatus =
  'valid' | 'none' | 'expired' | 'not-yet-valid' | 'tampered' | 'wrong-key' | 'wrong-algorithm' | 'malformed';

/** The licence in force, as `lexichord license show` prints it. */
export interface LicenseInfo {
  readonly tier: LicenseTier;
  /** The tier the token grants before `--tier` lowered it. */
  readonly grantedTier: LicenseTier;
  readonly status: LicenseStatus;
  /** One sentence: the licence in force and, for a bad one, the problem and its remedy. */
  readonly message: string;
  readonly holder?: string | undefined;
  /** ISO 8601. Absent when the licence does not expire. */
  readonly expiresAt?: string | undefined;
  /** A warning, one sentence, in the last days before it expires. */
  readonly expiryWarning?: string | undefined;
}

/**
 * Reports the permissions of the verified licence at this moment: a licence can expire while a process runs, so an
 * answer must not be kept. Verification has happened before this service exists.
 */
export interface ILicenseService {
  readonly info: LicenseInfo;
  readonly tier: LicenseTier;
  allows(required: LicenseTier): boolean;
  /**
   * @param feature the requested feature, as it appears in the message
   * @throws {LicenseRequiredError} if the tier is too low
   */
  require(required: LicenseTier, feature: string): void;
}
export const ILicenseService: Token<ILicenseService> = token('ILicenseService');
