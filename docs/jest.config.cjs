module.exports = {
  ...require('../tools/jest/preset.cjs'),
  displayName: 'docs',
  roots: ['<rootDir>/tests', '<rootDir>/snippets'],
};
