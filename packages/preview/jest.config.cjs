const preset = require('../../jest.preset.js');

/** The terminal view is written in TSX; what the page is drawn with runs in a browser only, and is tested there. */
module.exports = {
  ...preset,
  displayName: 'preview',
  setupFiles: [...preset.setupFiles, require.resolve('./jest.setup.mjs')],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx'] },
  collectCoverageFrom: [...preset.collectCoverageFrom, 'src/terminal/**/*.tsx', '!src/client/main.ts'],
};
