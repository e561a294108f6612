import type { LicenseTier } from '../services/license.js';
import { ErrorCode } from './error-code.js';
import { LexichordError } from './lexichord-error.js';

/** Thrown when a command, service or strategy belongs to a higher tier than the licence in force (SBD-072 §1.4). */
export class LicenseRequiredError extends LexichordError {
  override readonly name = 'LicenseRequiredError';

  constructor(feature: string, requiredTier: LicenseTier, currentTier: LicenseTier) {
    super(
      ErrorCode.licenseRequired,
      `${feature} requires ${requiredTier} or a higher tier, but the licence gives ${currentTier}. Run "lexichord license show" to see where that licence comes from.`,
      { details: { feature, required: requiredTier, current: currentTier } },
    );
  }
}
