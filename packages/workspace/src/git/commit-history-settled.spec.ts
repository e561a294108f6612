import { join } from 'node:path';

import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { CommitHistory } from './commit-history.js';
import { ARepository, day } from './test-support/a-repository.js';
import { recordGit } from './test-support/record-git.js';

describe('The past commits of a repository, in a process that asks again', () => {
  let repository: ARepository;
  let outside: ARepository;
  const { PATH: path } = process.env;

  beforeEach(async () => {
    [repository, outside] = await Promise.all([ARepository.make(), ARepository.folder()]);
    await change('Add login', 1, 'a.ts');
  });

  afterEach(async () => {
    process.env['PATH'] = path;
    await Promise.all([repository.remove(), outside.remove()]);
  });

  const historyOf = (root = repository.root): CommitHistory => {
    const log = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), log);
    return new CommitHistory(guard, new ManualClock(day(30)), log);
  };
  const linesOf = async (history: CommitHistory): Promise<unknown> =>
    (await history.pastCommits())?.map(({ message, files }) => [message, ...files]);
  const change = async (message: string, days: number, file: string): Promise<void> => {
    await repository.write(file, `${days}\n`);
    repository.commitAll(day(days), message);
  };

  it('starts git only after the branch or the settings have changed', async () => {
    const history = historyOf();
    await history.pastCommits();
    const calls = await recordGit(outside);
    const ask = async (): Promise<unknown> => [await linesOf(history), (await calls()).length > 0];
    expect(await ask()).toEqual([[['Add login', 'a.ts']], false]);

    await repository.write('a.ts', 'not committed');
    expect(await ask()).toEqual([[['Add login', 'a.ts']], false]);

    await change('Fix login', 2, 'a.ts');
    await calls();
    const both = [
      ['Fix login', 'a.ts'],
      ['Add login', 'a.ts'],
    ];
    expect(await ask()).toEqual([both, true]);
    expect(await ask()).toEqual([both, false]);

    repository.git('config', 'user.name', 'Other');
    await calls();
    expect(await ask()).toEqual([both, true]);

    repository.git('update-ref', 'refs/heads/main', 'HEAD~1');
    await calls();
    expect(await ask()).toEqual([[['Add login', 'a.ts']], true]);
  });

  it('follows a branch that names another one, and the repository around a folder that only has a HEAD', async () => {
    repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    await repository.write('part/.git/HEAD', 'ref: refs/heads/main\n');
    repository.git('symbolic-ref', 'HEAD', 'refs/heads/alias');
    const [whole, part] = [historyOf(), historyOf(join(repository.root, 'part'))];
    for (let round = 0; round < 2; round += 1) for (const history of [whole, part]) await history.pastCommits();

    await change('Add a part', 2, 'part/b.ts');

    expect(await linesOf(whole)).toEqual([
      ['Add a part', 'part/b.ts'],
      ['Add login', 'a.ts'],
    ]);
    expect(await linesOf(part)).toEqual([['Add a part', 'b.ts']]);
  });

  it('starts git each time in a part of the repository, whose folder has no .git', async () => {
    await change('Add a part', 2, 'part/b.ts');
    const history = historyOf(join(repository.root, 'part'));
    await history.pastCommits();
    const calls = await recordGit(outside);

    expect(await linesOf(history)).toEqual([['Add a part', 'b.ts']]);
    expect(await calls()).toEqual(['rev-parse']);
  });
});
