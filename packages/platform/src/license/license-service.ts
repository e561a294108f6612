import {
  type ILicenseService,
  type LicenseInfo,
  LicenseRequiredError,
  type LicenseTier,
  tierIncludes,
} from '@lexichord/abstractions';

/** Answers from a licence that has been verified before. Made by `verifyLicense` and `unlicensed`. */
export class LicenseService implements ILicenseService {
  constructor(readonly info: LicenseInfo) {}

  get tier(): LicenseTier {
    return this.info.tier;
  }

  allows(required: LicenseTier): boolean {
    return tierIncludes(this.tier, required);
  }

  require(required: LicenseTier, feature: string): void {
    if (!this.allows(required)) throw new LicenseRequiredError(feature, required, this.tier);
  }
}
