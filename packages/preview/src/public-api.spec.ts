import * as preview from './index.js';

describe('@lexichord/preview', () => {
  it('exports these values and no others: exporting is a promise', () => {
    expect(Object.keys(preview).sort()).toEqual([
      'PreviewOptions',
      'createPreviewServer',
      'previewOptionsSchema',
      'registerPreviewModule',
      'startPreviewTerminal',
    ]);
  });
});
