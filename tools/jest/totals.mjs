import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const maxMessageLength = 200;

/** Tests of one or more runs of Jest. `failures` names what failed, a file that could not be run among them. */
export function totalsOf({ testResults, numPassedTests, numPendingTests, numTodoTests }, root) {
  return {
    passed: numPassedTests,
    skipped: numPendingTests + numTodoTests,
    failures: testResults.flatMap((file) => failuresOf(file, root)),
  };
}

export function addTotals(one, other) {
  return {
    passed: one.passed + other.passed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
  };
}

/** The totals in one line, and behind it a line for each failure and one for how its message begins. */
export function describeTotals({ passed, skipped, failures }) {
  const names = failures.map(({ name, message }) => `FAILED ${name}\n${message && `  ${message}\n`}`).join('');
  return `\n${passed} passed, ${failures.length} failed, ${skipped} skipped\n${names === '' ? '' : `\n${names}`}`;
}

function failuresOf({ testFilePath, testResults, testExecError }, root) {
  const file = path.relative(root, testFilePath);
  const failed = testResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      message: beginningOf(failureMessages[0] ?? ''),
    }));
  if (failed.length > 0 || !testExecError) return failed;
  return [{ name: `${file} (the file could not be run)`, message: beginningOf(testExecError.message ?? '') }];
}

/** The first line of a message without its colours, shortened. */
function beginningOf(message) {
  return stripVTControlCharacters(message).split('\n')[0].slice(0, maxMessageLength);
}
