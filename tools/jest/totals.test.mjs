import { addTotals, describeTotals, totalsOf } from './totals.mjs';

const results = {
  numPassedTests: 7,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      testFilePath: '/repo/packages/a/src/a.spec.ts',
      testResults: [
        {
          status: 'failed',
          fullName: 'a does this',
          failureMessages: ['\u001b[31mexpected 1\u001b[39m\n    at a.spec.ts:3'],
        },
        { status: 'passed', fullName: 'a does that' },
      ],
    },
    {
      testFilePath: '/repo/packages/b/src/b.spec.ts',
      testResults: [],
      testExecError: { message: 'Cannot find module' },
    },
  ],
};

describe('the totals of a run', () => {
  it('are one line, and behind it what failed and how its message begins, a file that could not be run among them', () => {
    expect(describeTotals(totalsOf(results, '/repo'))).toBe(
      [
        '',
        '7 passed, 2 failed, 2 skipped',
        '',
        'FAILED packages/a/src/a.spec.ts: a does this',
        '  expected 1',
        'FAILED packages/b/src/b.spec.ts (the file could not be run)',
        '  Cannot find module',
        '',
      ].join('\n'),
    );
  });

  it('are nothing but the line when nothing failed', () => {
    expect(describeTotals({ passed: 3, skipped: 0, failures: [] })).toBe('\n3 passed, 0 failed, 0 skipped\n');
  });

  it('are added up over several runs', () => {
    const one = totalsOf(results, '/repo');

    expect(addTotals(one, { passed: 1, skipped: 0, failures: [{ name: 'c', message: '' }] })).toEqual({
      passed: 8,
      skipped: 2,
      failures: [...one.failures, { name: 'c', message: '' }],
    });
  });
});
