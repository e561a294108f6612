import type { IGitHistory, RecentChanges } from '@lexichord/abstractions';

import { recentChangesInTime } from './recent-changes-in-time.js';

const changes: RecentChanges = { committedMs: new Map([['a.ts', 5]]), uncommitted: new Set(), sinceMs: 0 };
const gitThat = (recentChanges: IGitHistory['recentChanges']): IGitHistory => ({ recentChanges });
const deadline = new AbortController().signal;

describe('recentChangesInTime', () => {
  it('gives what git says', async () => {
    expect(
      await recentChangesInTime(
        gitThat(() => Promise.resolve(changes)),
        { deadline },
      ),
    ).toEqual({
      recentChanges: changes,
      warnings: [],
    });
  });

  it('goes on with a warning when git fails, or does not answer in time', async () => {
    const failing = gitThat(() => Promise.reject(new TypeError('no')));
    const silent = gitThat(() => new Promise<never>(() => undefined));

    expect((await recentChangesInTime(failing, { deadline })).warnings).toHaveLength(1);
    expect((await recentChangesInTime(silent, { deadline: AbortSignal.abort() })).warnings).toHaveLength(1);
  });

  it('rejects with the reason of a signal', async () => {
    const reason = new DOMException('Enough.', 'AbortError');
    const git = gitThat(() => Promise.reject(reason));

    await expect(recentChangesInTime(git, { deadline, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
