import path from 'node:path';

/** Tests of one or more runs of Jest. `failures` has the names of what failed, a file that could not be run among them. */
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

/** The totals in one line, and behind it a line for each failure. */
export function describeTotals({ passed, skipped, failures }) {
  const names = failures.map((name) => `FAILED ${name}\n`).join('');
  return `\n${passed} passed, ${failures.length} failed, ${skipped} skipped\n${names === '' ? '' : `\n${names}`}`;
}

function failuresOf({ testFilePath, testResults, testExecError }, root) {
  const file = path.relative(root, testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => `${file}: ${fullName}`);
  return testExecError && failed.length === 0 ? [`${file} (the file could not be run)`] : failed;
}
