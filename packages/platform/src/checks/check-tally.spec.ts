import { type CheckProgress, maxCheckFindings } from '@lexichord/abstractions';

import { CheckTally } from './check-tally.js';

const levels = { kind: 'compressed-levels', name: 'compressed levels' };
const mendable = { subject: 'level 1', problem: 'It differs.', done: 'It was made again.', advice: 'Run a repair.' };

describe('CheckTally', () => {
  it('reports nothing before anything was looked at', () => {
    expect(new CheckTally(levels).report()).toEqual({
      ...levels,
      checked: 0,
      uncompared: 0,
      uncomparedReason: '',
      problems: 0,
      mended: 0,
      findings: [],
    });
  });

  it('counts what was looked at, with what has nothing to be compared with, and tells the progress', () => {
    const progress: CheckProgress[] = [];
    const tally = new CheckTally(levels, { onProgress: (step) => progress.push(step) });

    tally.count();
    tally.leave('first reason', 3);
    tally.leave('second reason');

    expect(tally.report()).toMatchObject({ checked: 5, uncompared: 4, uncomparedReason: 'first reason' });
    expect(progress).toEqual([1, 4, 5].map((checked) => ({ name: 'compressed levels', checked })));
  });

  it.each([
    [true, 1, 'It differs. It was made again.'],
    [false, 0, 'It differs. Run a repair.'],
    [undefined, 0, 'It differs. Run a repair.'],
  ])('tells what became of a finding when repairs are %s', (repairs, mended, problem) => {
    const tally = new CheckTally(levels, { repairs });

    tally.findMendable(mendable);

    expect(tally.report()).toMatchObject({
      problems: 1,
      mended,
      findings: [{ subject: 'level 1', problem, isMended: mended === 1 }],
    });
  });

  it('counts every finding and keeps the first of them', () => {
    const tally = new CheckTally(levels);
    for (let row = 0; row <= maxCheckFindings; row += 1) {
      tally.find({ subject: `row ${row}`, problem: 'It is gone.', isMended: false });
    }

    const { problems, findings } = tally.report();

    expect([problems, findings.length, findings.at(-1)?.subject]).toEqual([101, 100, 'row 99']);
  });
});
