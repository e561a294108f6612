const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const path = require('node:path');
const { version: typescript } = require('typescript/package.json');
const { version: tsJest } = require('ts-jest/package.json');

const compilerFiles = ['transformer.mjs', 'globals.mjs', 'tsconfig.json', '../../tsconfig.base.json'].map((name) =>
  readFileSync(path.join(__dirname, name)),
);
/** What a file is compiled to depends on its text, its path and this. */
const compiler = createHash('sha256')
  .update(Buffer.concat(compilerFiles))
  .update(`${typescript} ${tsJest}`)
  .digest('hex');

/** Set by run-long-tests.mjs: what is long by nature is run too. */
const isLong = process.env.LEXICHORD_TESTS === 'long';

/**
 * One Jest preset for every package: ES modules straight from TypeScript, packages found by their source
 * (the `@lexichord/source` export condition), so that a test run needs no build.
 */
module.exports = {
  // Jest keeps compiled files by this name: one for all packages, so that a file is compiled once.
  id: 'lexichord',
  testEnvironment: require.resolve('./environment.mjs'),
  testEnvironmentOptions: {
    customExportConditions: ['@lexichord/source', 'node', 'node-addons'],
  },
  roots: ['<rootDir>/src'],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx', ...(isLong ? [] : ['!**/*.long.spec.ts'])],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': ['$1.js', '$1.ts', '$1.tsx'],
    '^fast-check$': require.resolve('./fast-check.cjs'),
  },
  transform: { '^.+\\.tsx?$': [require.resolve('./transformer.mjs'), { compiler }] },
  globalSetup: require.resolve('./prepare-run.mjs'),
  globalTeardown: require.resolve('./remove-home.mjs'),
  setupFiles: [require.resolve('./setup.mjs')],
  // The one limit: a test that hangs is ended, one that a busy machine slows down is not.
  testTimeout: isLong ? 3_600_000 : 300_000,
};
