export { developmentLicense } from './development-license.js';
export type { LicensePublicKey } from './license-key.js';
export {
  type License,
  type VerifyLicenseOptions,
  findLicenseTier,
  unlicensed,
  verifyLicense,
} from './verify-license.js';
