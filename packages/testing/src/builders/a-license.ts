import { type ILicenseService, LicenseRequiredError, type LicenseTier, tierIncludes } from '@lexichord/abstractions';

/** A licence of one tier that nobody had to sign. */
export function aLicense(tier: LicenseTier): ILicenseService {
  return {
    tier,
    info: { tier, grantedTier: tier, status: 'valid', message: `A ${tier} licence for a test.` },
    allows: (required) => tierIncludes(tier, required),
    require: (required, feature) => {
      if (!tierIncludes(tier, required)) throw new LicenseRequiredError(feature, required, tier);
    },
  };
}
