import { type LicenseInfo, type ILexichordRuntime } from '@lexichord/abstractions';
import { aLicense } from '@lexichord/testing';

import type { Settings } from './read-settings.js';
import { licenseWarnings } from './with-runtime.js';

describe('licenseWarnings', () => {
  const warningsOf = (info: Partial<LicenseInfo>, source: 'file' | 'development' = 'file') => {
    const license = aLicense('Teams');
    const runtime = { license: { ...license, info: { ...license.info, ...info } } } as ILexichordRuntime;
    const settings = { license: { license: undefined, source, place: 'a test' } } as unknown as Settings;
    return licenseWarnings({ runtime, settings });
  };

  it('has nothing to say of a licence that holds, and says once that it is about to expire', () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf({ expiryWarning: 'Two days are left.' })).toEqual(['Two days are left.']);
  });

  it('says what is wrong with a licence that does not hold, unless nobody gave one', () => {
    const expired = { status: 'expired', message: 'It expired.' } as const;

    expect(warningsOf(expired)).toEqual(['It expired.']);
    expect(warningsOf(expired, 'development')).toEqual([]);
  });
});
