/**
 * One Jest preset for every package: ES modules straight from TypeScript, packages found by their source
 * (the `@lexichord/source` export condition), so that a test run needs no build.
 */
module.exports = {
  testEnvironment: 'node',
  testEnvironmentOptions: {
    customExportConditions: ['@lexichord/source', 'node', 'node-addons'],
  },
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts'] },
  transform: { '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/tsconfig.spec.json' }] },
  // A test that hangs is ended; one that a busy machine slows down is not.
  testTimeout: 60_000,
  setupFiles: [require.resolve('./jest.setup.mjs')],
  collectCoverageFrom: ['src/**/*.ts', '!src/**/*.spec.ts', '!src/**/test-support/**', '!src/index.ts'],
  coverageDirectory: 'coverage',
  // V8's own coverage goes over everything that earlier specs of the process loaded, for each spec again.
  coverageProvider: 'babel',
  coverageReporters: ['text-summary', 'json-summary'],
  coverageThreshold: { global: { statements: 80, branches: 80, functions: 80, lines: 80 } },
};
