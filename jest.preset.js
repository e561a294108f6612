const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const { version: rolldown } = require('rolldown/package.json');

const transformer = ['jest.transformer.mjs', 'jest.globals.mjs'].map((name) => readFileSync(`${__dirname}/${name}`));
/** What a spec is compiled to depends on its text and on this: Jest keeps it until one of them changes. */
const state = createHash('sha256').update(Buffer.concat(transformer)).update(rolldown).digest('hex');

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
  transform: { '^.+\\.tsx?$': [require.resolve('./jest.transformer.mjs'), { state }] },
  // Many specs wait for processes of their own most of the time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
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
