import { aLicense } from './a-license.js';

describe('aLicense', () => {
  it('allows its own tier and those below, and refuses those above with the code of a licence', () => {
    const license = aLicense('Teams');

    expect(['Core', 'WriterPro', 'Teams', 'Enterprise'].map((tier) => license.allows(tier as 'Core'))).toEqual([
      ...[true, true, true, false],
    ]);
    expect(() => license.require('Enterprise', 'Custom strategies')).toThrow(
      expect.objectContaining({ code: 'license-required' }) as Error,
    );
  });
});
