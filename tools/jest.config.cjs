/** Tools are plain JavaScript, which needs no compiler. */
module.exports = {
  displayName: 'tools',
  testEnvironment: 'node',
  testMatch: ['**/*.test.js', '**/*.test.mjs'],
  moduleFileExtensions: ['js', 'mjs', 'cjs', 'json'],
  transform: {},
  testTimeout: require('./jest/preset.cjs').testTimeout,
};
