const { readdirSync, existsSync } = require('node:fs');
const { availableParallelism } = require('node:os');

const packages = readdirSync(`${__dirname}/packages`).filter((name) =>
  existsSync(`${__dirname}/packages/${name}/jest.config.cjs`),
);

/** All packages, the examples, the documents and the tools in one run, with one pool of workers: `npm test`. */
module.exports = {
  projects: [
    ...packages.map((name) => `<rootDir>/packages/${name}`),
    '<rootDir>/examples',
    '<rootDir>/docs',
    '<rootDir>/tools',
  ],
  // Many specs wait for processes of their own most of the time.
  maxWorkers: availableParallelism() + 2,
  // Modules of earlier specs are never freed. A process with gigabytes of them collects garbage more than it tests, and
  // takes long to end.
  workerIdleMemoryLimit: '500MB',
  // Jest takes it from here alone when it runs several projects.
  testTimeout: require('./tools/jest/preset.cjs').testTimeout,
  // Jest compares the sources that it counts with a package's folder, and those that no spec loads with this one. So a
  // source is counted in the specs of its own package alone, and runs at full speed in those of others.
  collectCoverageFrom: [
    'src/**/*.ts',
    'src/terminal/**/*.tsx',
    'packages/*/src/**/*.ts',
    'packages/preview/src/terminal/**/*.tsx',
    '!**/*.spec.ts',
    '!**/*.spec.tsx',
    '!**/test-support/**',
    '!**/src/index.ts',
    // The page runs in a browser only, and what starts a server, a browser or a tracer where there is one.
    '!**/client/main.ts',
    '!packages/testing/src/{servers,browser,tracing}/**',
    '!src/{servers,browser,tracing}/**',
  ],
  coverageDirectory: 'coverage',
  // V8's own coverage goes over everything that earlier specs of the process loaded, for each spec again.
  coverageProvider: 'babel',
  coverageReporters: ['text-summary', 'json-summary'],
  coverageThreshold: Object.fromEntries(
    packages.map((name) => [`./packages/${name}/src/`, { statements: 80, branches: 80, functions: 80, lines: 80 }]),
  ),
};
