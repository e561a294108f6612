import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { RecentChanges } from '@lexichord/abstractions';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { WorkspaceListing } from '../listing/workspace-listing.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { GitHistory } from './git-history.js';
import { ARepository, day } from './test-support/a-repository.js';
import { recordGit } from './test-support/record-git.js';

const isWatched = process.platform === 'linux';

(isWatched ? describe : describe.skip)('The history of a repository whose files are watched', () => {
  let repository: ARepository;
  let outside: ARepository;
  let listing: WorkspaceListing;
  let history: GitHistory;
  let calls: () => Promise<readonly string[]>;
  const { PATH: path } = process.env;

  beforeEach(async () => {
    [repository, outside] = await Promise.all([ARepository.make(), ARepository.folder()]);
    await repository.commit(day(1), 'a.ts', 'part/b.ts');
    const log = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root: repository.root }), log);
    listing = new WorkspaceListing(guard, new ManualClock(day(30)), log);
    history = new GitHistory(guard, new ManualClock(day(30)), log, listing);
    // From the second one on, the folders are watched.
    for (let round = 0; round < 2; round += 1) for await (const file of listing.list()) expect(file).toBeDefined();
    // The first finds the repository, the second checks its files, and the third is remembered.
    for (let round = 0; round < 3; round += 1) await history.recentChanges();
    calls = await recordGit(outside);
  });

  afterEach(async () => {
    process.env['PATH'] = path;
    await listing.dispose();
    await Promise.all([repository.remove(), outside.remove()]);
  });

  const plain = (changes: RecentChanges | undefined) => ({
    committed: Object.fromEntries(changes?.committedMs ?? []),
    uncommitted: [...(changes?.uncommitted ?? [])].sort(),
  });

  it('is not asked of git again while nothing changes', async () => {
    expect(plain(await history.recentChanges())).toEqual({
      committed: { 'a.ts': day(1), 'part/b.ts': day(1) },
      uncommitted: [],
    });
    expect(await calls()).toEqual([]);
  });

  it('has files that were written, added and ignored since', async () => {
    await repository.write('a.ts', 'other');
    await repository.write('part/new.ts', 'new');
    expect(plain(await history.recentChanges()).uncommitted).toEqual(['a.ts', 'part/new.ts']);

    await repository.write('.gitignore', 'new.ts\n');
    repository.git('add', 'a.ts');
    expect(plain(await history.recentChanges()).uncommitted).toEqual(['.gitignore', 'a.ts', 'part/new.ts']);
    expect(await calls()).toEqual(['status', 'add a.ts', 'status']);
  });

  it('has a commit, a branch that is moved alone, and another branch', async () => {
    const first = repository.git('rev-parse', 'HEAD').trim();
    await repository.commit(day(20), 'a.ts');
    expect(plain(await history.recentChanges()).committed).toMatchObject({ 'a.ts': day(20) });

    await history.recentChanges();
    await calls();
    await history.recentChanges();
    expect(await calls()).toEqual([]);

    // Git itself touches more than the file of the branch.
    await writeFile(join(repository.root, '.git/refs/heads/main'), `${first}\n`);
    const moved = plain(await history.recentChanges());
    expect(moved).toEqual({ committed: { 'a.ts': day(1), 'part/b.ts': day(1) }, uncommitted: ['a.ts'] });

    repository.git('checkout', '-q', '-f', '-b', 'other', first);
    await repository.commit(day(25), 'part/b.ts');
    expect(plain(await history.recentChanges()).committed).toMatchObject({ 'part/b.ts': day(25) });
  });

  it('is asked of git every time where references are kept in a format that is not known', async () => {
    await history.recentChanges();
    await calls();
    await writeFile(join(repository.root, '.git', 'HEAD'), 'ref: refs/heads/.invalid\n');
    await history.recentChanges();
    await history.recentChanges();

    expect((await calls()).length).toBeGreaterThan(1);
  });
});
