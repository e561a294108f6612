import { SystemClock } from '@lexichord/platform';

// #region verify
import { developmentLicense, verifyLicense } from '@lexichord/license';

const license = await verifyLicense({ ...developmentLicense, clock: new SystemClock() });
console.log(license.tier, license.info.message);
console.log(license.allows('Teams'));
// #endregion

expect(license.info.status).toBe('valid');
expect(console.log).toHaveBeenCalledWith(true);
