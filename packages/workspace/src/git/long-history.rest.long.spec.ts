import type { PastCommit } from '@lexichord/abstractions';
import { ManualClock, PlainStateFolder, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { CommitHistory } from './commit-history.js';
import { ARepository, day } from './test-support/a-repository.js';

describe('A history of a hundred thousand commits', () => {
  let repository: ARepository;
  let state: ARepository;

  beforeAll(async () => {
    [repository, state] = [await ARepository.make(), await ARepository.folder()];
    repository.addCommits(100_000, day(1));
    repository.git('reset', '-q', '--hard');
  });
  afterAll(() => Promise.all([repository.remove(), state.remove()]));

  const read = (): Promise<readonly PastCommit[] | undefined> => {
    const log = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root: repository.root }), log);
    return new CommitHistory(guard, new ManualClock(day(90)), log, new PlainStateFolder(state.root)).pastCommits();
  };

  it('is read from its newest thousand, within bounds of memory, and goes on with the next commit', async () => {
    const before = process.memoryUsage().rss;

    const commits = await read();

    expect(commits).toHaveLength(1_000);
    expect(commits?.[0]).toMatchObject({ message: 'Change number 99999', files: ['src/99.ts'] });
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);

    await repository.write('src/new.ts', '');
    repository.commitAll(day(80), 'Next');
    const next = await read();
    expect(next?.[0]).toMatchObject({ message: 'Next', files: ['src/new.ts'] });
    expect(next?.slice(1)).toEqual(commits?.slice(0, -1));
  });
});
