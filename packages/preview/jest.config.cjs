const preset = require('../../tools/jest/preset.cjs');

module.exports = {
  ...preset,
  displayName: 'preview',
  setupFiles: [...preset.setupFiles, require.resolve('./jest.setup.mjs')],
};
