import * as license from './index.js';

it('exports what was promised and nothing else', () => {
  expect(Object.keys(license).sort()).toEqual(['developmentLicense', 'findLicenseTier', 'unlicensed', 'verifyLicense']);
});
