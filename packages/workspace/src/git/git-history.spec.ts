import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecentChanges } from '@lexichord/abstractions';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { GitHistory } from './git-history.js';
import { ARepository, day } from './test-support/a-repository.js';

const now = day(30);

describe('GitHistory', () => {
  let repository: ARepository;
  let log: RecordingLogger;
  const folders: ARepository[] = [];

  beforeEach(async () => {
    log = new RecordingLogger();
    repository = await ARepository.make();
    folders.push(repository);
  });

  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => folder.remove()));
  });

  const historyOf = (root: string): GitHistory => {
    const options = workspaceOptionsSchema.parse({ root });
    return new GitHistory(new WorkspaceGuard(options, log), new ManualClock(now), log);
  };
  const changesIn = (root = repository.root): Promise<RecentChanges | undefined> => historyOf(root).recentChanges();
  const plain = (changes: RecentChanges | undefined) => ({
    committed: Object.fromEntries(changes?.committedMs ?? []),
    uncommitted: [...(changes?.uncommitted ?? [])].sort(),
  });

  it('T-016 AC-144: knows of each file its newest commit, to the second', async () => {
    await repository.commit(day(1), 'old.ts', 'both.ts');
    await repository.commit(day(20), 'both.ts', 'src/new.ts');

    const changes = await changesIn();

    expect(plain(changes)).toEqual({
      committed: { 'old.ts': day(1), 'both.ts': day(20), 'src/new.ts': day(20) },
      uncommitted: [],
    });
    expect(changes?.sinceMs).toBe(now - 100 * 86_400_000);
  });

  it('looks no further back than a hundred days', async () => {
    await repository.commit(day(-71), 'older.ts');
    await repository.commit(day(-69), 'younger.ts');

    expect(plain(await changesIn()).committed).toEqual({ 'younger.ts': day(-69) });
  });

  it('names what is not committed: changed, staged, new and ignored files, folders as a whole', async () => {
    await repository.write('.gitignore', 'out/\n*.log\n');
    await repository.commit(day(1), 'kept.ts', 'changed.ts', 'staged.ts', 'renamed.ts');
    await repository.write('changed.ts', 'other');
    await repository.write('staged.ts', 'other');
    repository.git('add', 'staged.ts');
    repository.git('mv', 'renamed.ts', 'name.ts');
    for (const path of ['new.ts', 'fresh/deep/a.ts', 'out/a.js', 'a.log']) await repository.write(path, 'text');

    expect(plain(await changesIn()).uncommitted).toEqual([
      ...['a.log', 'changed.ts', 'fresh/', 'name.ts', 'new.ts', 'out/', 'renamed.ts', 'staged.ts'],
    ]);
  });

  it('knows the files of a workspace inside the repository by their paths there, and no others', async () => {
    await repository.commit(day(1), 'top.ts', 'part/a.ts', 'part/deep/b.ts', 'party.ts');
    await repository.write('top.ts', 'other');
    await repository.write('part/deep/b.ts', 'other');
    await repository.write('part/c.ts', 'new');

    expect(plain(await changesIn(join(repository.root, 'part')))).toEqual({
      committed: { 'a.ts': day(1), 'deep/b.ts': day(1) },
      uncommitted: ['c.ts', 'deep/b.ts'],
    });
  });

  it('has no history of a workspace that lies in a folder unknown to the repository', async () => {
    await repository.write('.gitignore', 'ignored/\n');
    await repository.commit(day(1), 'a.ts');
    await repository.write('ignored/project/a.ts', 'text');
    await repository.write('new/project/a.ts', 'text');

    expect(await changesIn(join(repository.root, 'ignored/project'))).toBeUndefined();
    expect(await changesIn(join(repository.root, 'new/project'))).toBeUndefined();
    expect(await changesIn(join(repository.root, 'new'))).toBeUndefined();
    expect(log.lines.map(({ level, fields }) => [level, fields['reason']])).toEqual(
      Array.from({ length: 3 }, () => ['debug', 'not-in-repository']),
    );
  });

  it.each([
    'a name',
    'quote"d',
    "it's",
    'back\\slash',
    'line\nfeed',
    '\nfirst',
    'tab\there',
    'naïve',
    '漢字',
    '-x',
    ':(top)',
  ])('reads the name %j as it is', async (name) => {
    await repository.commit(day(2), name, `${name}s/in`);
    await repository.write(`${name}.new`, 'text');

    expect(plain(await changesIn())).toEqual({
      committed: { [name]: day(2), [`${name}s/in`]: day(2) },
      uncommitted: [`${name}.new`],
    });
    expect(plain(await changesIn(join(repository.root, `${name}s`))).committed).toEqual({ in: day(2) });
  });

  it('reads a name that is no UTF-8 as Node does', async () => {
    await repository.commit(day(2), Buffer.from([0x61, 0xff]), 'b');

    expect(plain(await changesIn()).committed).toEqual({ 'a\ufffd': day(2), b: day(2) });
  });

  it('takes the time of a side branch for its files, and of a merge for what it changed itself', async () => {
    await repository.commit(day(1), 'conflict.ts', 'a.ts');
    await repository.commit(day(2), '\nconflict.ts');
    repository.git('checkout', '-q', '-b', 'side');
    await repository.commit(day(5), 'conflict.ts', '\nconflict.ts', 'side.ts');
    repository.git('checkout', '-q', 'main');
    await repository.commit(day(6), '\nconflict.ts', 'conflict.ts');
    expect(() => repository.git('merge', '-q', 'side')).toThrow();
    await repository.commit(day(9), '\nconflict.ts', 'conflict.ts');
    const expected = { '\nconflict.ts': day(9), 'conflict.ts': day(9), 'side.ts': day(5), 'a.ts': day(1) };

    expect(plain(await changesIn()).committed).toEqual(expected);
  });

  it('knows what is not committed of a repository without commits', async () => {
    await repository.write('a.ts', 'text');
    await repository.write('b.ts', 'text');
    repository.git('add', 'b.ts');

    expect(plain(await changesIn())).toEqual({ committed: {}, uncommitted: ['a.ts', 'b.ts'] });
  });

  it('does not take the commit where a shallow clone was cut off for a change of every file', async () => {
    await repository.commit(day(1), 'a.ts', 'b.ts');
    await repository.commit(day(2), 'b.ts');
    await repository.commit(day(3), 'c.ts');
    const clone = repository.at('clone');
    repository.git('clone', '-q', '--depth', '2', `file://${repository.root}`, 'clone');

    expect(plain(await changesIn(clone.root))).toEqual({ committed: { 'c.ts': day(3) }, uncommitted: [] });
  });

  it('works in a worktree and in a submodule', async () => {
    await repository.commit(day(1), 'a.ts');
    repository.git('worktree', 'add', '-q', '-b', 'other', 'tree');
    await repository.at('tree').commit(day(4), 'b.ts');
    const outer = await ARepository.make();
    folders.push(outer);
    outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', repository.root, 'sub');

    expect(plain(await changesIn(join(repository.root, 'tree'))).committed).toEqual({ 'a.ts': day(1), 'b.ts': day(4) });
    expect(plain(await changesIn(join(outer.root, 'sub'))).committed).toEqual({ 'a.ts': day(1) });
  });

  describe('says once why there is no history', () => {
    it.each<[string, (folder: ARepository) => Promise<void> | void, string, string]>([
      ['no repository', (folder) => rm(join(folder.root, '.git'), { recursive: true }), 'debug', 'no-repository'],
      [
        'a bare repository',
        async (folder) => {
          await rm(join(folder.root, '.git'), { recursive: true });
          folder.git('init', '-q', '--bare');
        },
        'debug',
        'no-work-tree',
      ],
      [
        'a broken commit',
        async (folder) => {
          await folder.commit(day(1), 'a.ts');
          await writeFile(join(folder.root, '.git/refs/heads/main'), `${'1'.repeat(40)}\n`);
        },
        'warn',
        'failed',
      ],
      ['a broken index', (folder) => writeFile(join(folder.root, '.git/index'), 'nonsense'), 'warn', 'failed'],
      ['a broken configuration', (folder) => writeFile(join(folder.root, '.git/config'), '[core'), 'warn', 'failed'],
      ['no workspace', (folder) => folder.remove(), 'debug', 'no-workspace'],
    ])('%s', async (_name, spoil, level, reason) => {
      await spoil(repository);
      const history = historyOf(repository.root);

      expect(await history.recentChanges()).toBeUndefined();
      expect(await history.recentChanges()).toBeUndefined();
      expect(log.lines.map((line) => [line.level, line.fields['reason']])).toEqual([[level, reason]]);
    });

    it('no git', async () => {
      const path = process.env['PATH'];
      process.env['PATH'] = repository.root;
      try {
        expect(await changesIn()).toBeUndefined();
      } finally {
        process.env['PATH'] = path;
      }
      expect(log.lines.map((line) => [line.level, line.fields['reason']])).toEqual([['debug', 'no-git']]);
    });

    const isRoot = process.getuid?.() === 0;
    (isRoot ? it : it.skip)('a repository of somebody else', async () => {
      await repository.commit(day(1), 'a.ts');
      for (const path of ['.', '.git']) await chown(join(repository.root, path), 65_534, 65_534);

      expect(await changesIn()).toBeUndefined();
      expect(log.lines.map((line) => [line.level, line.fields['reason']])).toEqual([['warn', 'foreign-owner']]);
    });
  });

  it('remembers the commits until the branch moves, and looks up what is not committed each time', async () => {
    await repository.commit(day(1), 'a.ts');
    const history = historyOf(repository.root);
    const first = await history.recentChanges();

    await repository.write('a.ts', 'other');
    const second = await history.recentChanges();
    await repository.commit(day(2), 'a.ts');
    const third = await history.recentChanges();

    expect(second?.committedMs).toBe(first?.committedMs);
    expect([first, second, third].map((changes) => plain(changes))).toEqual([
      { committed: { 'a.ts': day(1) }, uncommitted: [] },
      { committed: { 'a.ts': day(1) }, uncommitted: ['a.ts'] },
      { committed: { 'a.ts': day(2) }, uncommitted: [] },
    ]);
  });

  it('answers all who ask at once with one run, and a cancelled one with its reason', async () => {
    await repository.commit(day(1), 'a.ts');
    const history = historyOf(repository.root);
    const reason = new DOMException('not needed', 'AbortError');
    const controller = new AbortController();

    const answers = [history.recentChanges(), history.recentChanges()];
    const cancelled = history.recentChanges({ signal: controller.signal });
    controller.abort(reason);

    await expect(cancelled).rejects.toBe(reason);
    const [first, second] = await Promise.all(answers);
    expect(first).toBe(second);
    expect(plain(first).committed).toEqual({ 'a.ts': day(1) });
    await expect(history.recentChanges({ signal: controller.signal })).rejects.toBe(reason);
  });

  it('calls the run off when nobody waits any more, and starts another for who comes then', async () => {
    await repository.commit(day(1), 'a.ts');
    const history = historyOf(repository.root);
    const controller = new AbortController();
    const cancelled = history.recentChanges({ signal: controller.signal });
    controller.abort();

    const next = history.recentChanges();

    await expect(cancelled).rejects.toBe(controller.signal.reason);
    expect(plain(await next).committed).toEqual({ 'a.ts': day(1) });
  });

  it('does not follow the variables that git sets for its hooks', async () => {
    await repository.commit(day(1), 'a.ts');
    const other = await ARepository.make();
    folders.push(other);
    await other.commit(day(2), 'other.ts');
    process.env['GIT_DIR'] = join(other.root, '.git');
    process.env['GIT_WORK_TREE'] = other.root;
    try {
      expect(plain(await changesIn()).committed).toEqual({ 'a.ts': day(1) });
    } finally {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_WORK_TREE'];
    }
  });
});
