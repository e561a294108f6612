#!/usr/bin/env node
/**
 * Runs the specs of all packages in one Jest and ends with one line of totals, `N passed, N failed, N skipped`. After a
 * failure the names of what failed come last, and the exit code is 1. Arguments are Jest's: a path, `-t TITLE`, `-w 1`.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { runCLI } from 'jest';
import { buildArgv } from 'jest-cli';

const root = fileURLToPath(new URL('../..', import.meta.url));

const argv = await buildArgv();
// Whether enough of the code is run can be said of all specs together alone.
const isPart = argv._.length > 0 || argv.testNamePattern !== undefined || argv.shard !== undefined;
const { results } = await runCLI({ coverage: !isPart, ...argv }, [root]);
const failures = results.testResults.flatMap(failuresOf);
process.stdout.write(`\n${totalsOf(results, failures)}\n`);
if (failures.length > 0) process.stdout.write(`\n${failures.map((name) => `FAILED ${name}\n`).join('')}`);
// It is no success either when too little of the code was run; Jest has said so above.
process.exitCode = results.success ? 0 : 1;

/** Names of the tests of one file that failed, or the file's when it could not be run. */
function failuresOf({ testFilePath, testResults, testExecError }) {
  const file = path.relative(root, testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${file}: ${fullName}`);
  return testExecError && failed.length === 0 ? [`${file} (the file could not be run)`] : failed;
}

function totalsOf({ numPassedTests, numPendingTests, numTodoTests }, failed) {
  return `${numPassedTests} passed, ${failed.length} failed, ${numPendingTests + numTodoTests} skipped`;
}
