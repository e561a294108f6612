import { ScanGuard } from './scan-guard.js';

const endless = (): boolean => /(?:a|a|aa)+$/.test(`${'a'.repeat(80)}b`);

const limits = { timeoutMs: 30, lostTimeMs: 90 };

describe('ScanGuard', () => {
  it('returns what the work returns', () => {
    const guard = new ScanGuard();

    expect(guard.run('one', () => 42)).toBe(42);
    expect(guard.problems).toEqual([]);
  });

  it('stops work that does not end, and does not start it again', () => {
    const guard = new ScanGuard(limits);
    let runs = 0;
    const work = (): boolean => {
      runs += 1;
      return endless();
    };

    expect(guard.run('slow', work)).toBeUndefined();
    const runsBefore = runs;
    expect(guard.run('slow', work)).toBeUndefined();

    expect(runs).toBe(runsBefore);
    expect(guard.run('other', () => 'still fine')).toBe('still fine');
    expect(guard.problems).toEqual([
      'slow is no longer counted: its pattern took longer than 30 ms; simplify nested repetitions.',
    ]);
  });

  it('runs nothing any more once patterns have lost too much time', () => {
    const guard = new ScanGuard(limits);
    for (const owner of ['a', 'b', 'c']) guard.run(owner, endless);

    expect(guard.run('d', () => 1)).toBeUndefined();

    expect(guard.problems.at(-1)).toBe('d is not counted: other patterns have used up the time for patterns.');
  });

  it('takes a failure of the engine for a pattern that is too large', () => {
    const guard = new ScanGuard();

    const result = guard.run('large', (): number => {
      throw new RangeError('regular expression too large');
    });

    expect(result).toBeUndefined();
    expect(guard.problems).toEqual(['large is no longer counted: its pattern is too large for the engine; split it.']);
  });
});
