import type { RecentChanges } from '@lexichord/abstractions';
import fc from 'fast-check';

import type { SourcedChunk } from '../chunk/source-chunker.js';
import { changedMsOf, recencyScore } from './recency.js';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 5, 1);
const ago = (days: number): number => now - days * dayMs;

describe('recencyScore', () => {
  it.each([
    [0, 1],
    [1, 0.905],
    [2, 0.819],
    [7, 0.497],
    [30, 0.05],
    [100, 0],
  ])('T-016 AC-084: %d days give %d', (days, score) => {
    expect(recencyScore(ago(days), now)).toBeCloseTo(score, 3);
  });

  it('T-016 AC-082: is at least 0.9 within 24 hours', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (days) => {
        expect(recencyScore(ago(days), now)).toBeGreaterThanOrEqual(0.9);
      }),
    );
  });

  it('T-016 AC-083: is at most 0.1 from 30 days on', () => {
    fc.assert(
      fc.property(fc.double({ min: 30, max: 1e6, noNaN: true }), (days) => {
        expect(recencyScore(ago(days), now)).toBeLessThanOrEqual(0.1);
      }),
    );
  });

  it('T-016 AC-084: each day takes the same share', () => {
    const shares = [0, 1, 10, 29].map((days) => recencyScore(ago(days + 1), now) / recencyScore(ago(days), now));

    for (const share of shares) expect(share).toBeCloseTo(Math.exp(-0.1), 9);
  });

  it('T-016 AC-085: what has no time scores 0, and what is in the future as of now', () => {
    expect([undefined, Number.NaN, Number.NEGATIVE_INFINITY].map((time) => recencyScore(time, now))).toEqual([0, 0, 0]);
    expect(recencyScore(ago(-400), now)).toBe(1);
  });
});

describe('changedMsOf', () => {
  const changes: RecentChanges = {
    committedMs: new Map([
      ['committed.ts', ago(5)],
      ['edited.ts', ago(5)],
      ['new/renamed.ts', ago(5)],
    ]),
    uncommitted: new Set(['edited.ts', 'fresh.ts', 'new/', 'deep/er/']),
    sinceMs: ago(100),
  };
  const changed = (given: Partial<SourcedChunk>, history: RecentChanges | undefined = changes): number | undefined =>
    changedMsOf({ filePath: 'committed.ts', ...given } as SourcedChunk, history);

  it('T-016 AC-080: a committed file is as old as its commit, whenever it was checked out', () => {
    expect(changed({ modifiedMs: now })).toBe(ago(5));
  });

  it.each([
    ['edited.ts', ago(1), ago(1)],
    ['edited.ts', ago(9), ago(5)],
    ['edited.ts', undefined, ago(5)],
    ['fresh.ts', ago(2), ago(2)],
    ['new/a/b.ts', ago(2), ago(2)],
    ['deep/er/c.ts', ago(3), ago(3)],
    ['new/renamed.ts', ago(9), ago(5)],
  ])(
    'T-016 AC-080: of %s, which has changes that are not committed, the later of both times counts',
    (filePath, modifiedMs, expected) => {
      expect(changed({ filePath, modifiedMs })).toBe(expected);
    },
  );

  it('T-016 AC-081: without git the file’s time counts', () => {
    expect(changedMsOf({ filePath: 'committed.ts', modifiedMs: ago(3) } as SourcedChunk, undefined)).toBe(ago(3));
  });

  it('a file that was committed before what git was asked for has no time but an earlier one of its own', () => {
    expect(changed({ filePath: 'old.ts', modifiedMs: now })).toBeUndefined();
    expect(changed({ filePath: 'old.ts', modifiedMs: ago(200) })).toBe(ago(200));
    expect(changed({ filePath: 'deep/other.ts', modifiedMs: now })).toBeUndefined();
  });

  it('what is no file has no time but its own', () => {
    expect(changed({ filePath: 'tool:test' })).toBeUndefined();
    expect(changed({ filePath: 'tool:test', timestampMs: ago(0.1) })).toBe(ago(0.1));
  });

  it('T-016 FR-016-26: the time that a source gives counts before all others', () => {
    expect(changed({ timestampMs: ago(50), modifiedMs: now })).toBe(ago(50));
    expect(changed({ timestampMs: Number.NaN, modifiedMs: now })).toBe(ago(5));
  });
});
