import { describeRuns } from './stress-report.mjs';

const file = (name, seconds, ...statuses) => ({
  name,
  seconds,
  tests: statuses.map((status, index) => ({
    ...{ fullName: `test ${index + 1}`, status },
    message: status === 'failed' ? '\u001b[2mexpected\u001b[22m 1\n    at a line' : undefined,
  })),
});
const run = (changes) => ({ kind: 'idle', minutes: 5, exitCode: 0, leftovers: [], files: [], output: '', ...changes });

describe('describeRuns', () => {
  it('counts the tests of each run, and names those that failed with the number of runs', () => {
    const report = describeRuns([
      run({ files: [file('packages/a/src/a.spec.ts', 60, 'passed', 'pending')] }),
      run({ exitCode: 1, files: [file('packages/a/src/a.spec.ts', 120, 'failed', 'pending')], leftovers: ['left'] }),
    ]);

    expect(report).toContain('| 1 idle | 5.0 | 1 | 0 | 1 |  |');
    expect(report).toContain('| 2 idle | 5.0 | 0 | 1 | 1 | left |');
    expect(report).toContain('- failed in 1 of 2 runs: packages/a/src/a.spec.ts: test 1\n\n      expected 1\n');
    expect(report).toContain('| packages/a | 1.50 |');
  });

  it('shows the end of what a run printed that came to no results', () => {
    const report = describeRuns([run({ kind: 'loaded', exitCode: 3, output: 'npm could not install' })]);

    expect(report).toContain('| 1 loaded | 5.0 | 0 | exit code 3 | 0 |');
    expect(report).toContain('npm could not install');
  });

  it('says that nothing failed', () => {
    expect(describeRuns([run({ files: [file('examples/src/a.spec.ts', 1, 'passed')] })])).toContain('No test failed.');
  });
});
