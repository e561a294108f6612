#!/usr/bin/env node
/**
 * Runs the specs of all packages in one Jest and ends with one line of totals, `N passed, N failed, N skipped`. After a
 * failure the names of what failed come last, and the exit code is 1. Arguments are Jest's: a path, `-t TITLE`,
 * `--coverage`, which takes half as long again and fails when a package has too little.
 */
import { fileURLToPath } from 'node:url';

import { runCLI } from 'jest';
import { buildArgv } from 'jest-cli';

import { describeTotals, totalsOf } from './totals.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

const argv = await buildArgv();
const { results } = await runCLI(argv, [root]);
process.stdout.write(describeTotals(totalsOf(results, root)));
const ran = results.numPassedTests + results.numFailedTests;
const foundNoTitle = argv.testNamePattern !== undefined && ran === 0 && results.numTotalTests > 0;
if (foundNoTitle) process.stderr.write(`No test has a title that matches "${argv.testNamePattern}".\n`);
// It is no success either when too little of the code was run; Jest has said so above.
process.exitCode = results.success && !foundNoTitle ? 0 : 1;
