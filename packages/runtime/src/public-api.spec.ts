import * as api from './index.js';

describe('@lexichord/runtime', () => {
  it('exports what it promises', () => {
    expect(Object.keys(api).toSorted()).toEqual([
      'createPreviewServer',
      'createRuntime',
      'describeAxiom',
      'developmentLicense',
      'startPreviewTerminal',
    ]);
  });
});
