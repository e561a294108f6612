import { licenseTiers, tierIncludes } from './license.js';

describe('licence tiers', () => {
  it('SBD-072 §1.4: each tier opens what the ones below it open', () => {
    const opened = licenseTiers.map((current) => licenseTiers.filter((required) => tierIncludes(current, required)));

    expect(opened).toEqual([
      ['Core'],
      ['Core', 'WriterPro'],
      ['Core', 'WriterPro', 'Teams'],
      ['Core', 'WriterPro', 'Teams', 'Enterprise'],
    ]);
  });
});
