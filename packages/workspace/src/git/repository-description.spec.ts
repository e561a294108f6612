import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { GitHistory } from './git-history.js';
import { ARepository, day } from './test-support/a-repository.js';
import { recordGit } from './test-support/record-git.js';

describe('A repository that was asked before', () => {
  let repository: ARepository;
  let outside: ARepository;
  const { PATH: path, GIT_CONFIG_GLOBAL: settings } = process.env;

  const historyOf = (root: string): GitHistory => {
    const log = new RecordingLogger();
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), log);
    return new GitHistory(guard, new ManualClock(day(30)), log);
  };

  beforeEach(async () => {
    [repository, outside] = await Promise.all([ARepository.make(), ARepository.folder()]);
    await repository.commit(day(1), 'a.ts', 'part/b.ts');
    process.env['GIT_CONFIG_GLOBAL'] = join(outside.root, 'settings of the user');
  });

  afterEach(async () => {
    process.env['PATH'] = path;
    if (settings === undefined) delete process.env['GIT_CONFIG_GLOBAL'];
    else process.env['GIT_CONFIG_GLOBAL'] = settings;
    await Promise.all([repository.remove(), outside.remove()]);
  });

  it('needs one process of git for what is not committed, and more when the branch has moved', async () => {
    await outside.write(
      'settings of the user',
      '[include]\n\tpath = more\n[includeIf "gitdir:/elsewhere/"]\n\tpath = ~/most\n',
    );
    const calls = await recordGit(outside);
    const history = historyOf(repository.root);
    await history.recentChanges();
    expect([...(await calls())].sort()).toEqual(['config', 'log', 'rev-parse', 'status']);
    // Before the second question the files are looked at; then it is known which ones the user includes.
    await history.recentChanges();
    await history.recentChanges();
    await calls();

    await repository.write('a.ts', 'other');
    expect([...((await history.recentChanges())?.uncommitted ?? [])]).toEqual(['a.ts']);
    expect(await calls()).toEqual(['status']);

    await repository.commit(day(2), 'part/b.ts');
    await calls();
    expect((await history.recentChanges())?.committedMs.get('part/b.ts')).toBe(day(2));
    expect([...(await calls())].sort()).toEqual(['config', 'log', 'rev-parse', 'rev-parse', 'status']);
  });

  it('is another one when a repository comes between', async () => {
    const history = historyOf(join(repository.root, 'part'));
    await history.recentChanges();
    expect([...((await history.recentChanges())?.committedMs.keys() ?? [])]).toEqual(['b.ts']);

    repository.git('init', '-q', '-b', 'main', 'part');

    expect(await history.recentChanges()).toMatchObject({ committedMs: new Map(), uncommitted: new Set(['b.ts']) });
  });

  it.each<readonly [how: string, make: (folder: string) => Promise<void>]>([
    [
      'whose `HEAD` only seems to name a branch',
      async (folder) => {
        repository.git('init', '-q', '-b', 'main', 'part');
        await writeFile(join(folder, 'HEAD'), 'ref:\vrefs/heads/main\n');
      },
    ],
    [
      'that is a link to a folder without `HEAD`',
      async (folder) => {
        await mkdir(join(outside.root, 'objects'));
        await symlink(outside.root, folder);
      },
    ],
    [
      'whose `HEAD` is large',
      async (folder) => {
        repository.git('init', '-q', '-b', 'main', 'part');
        await writeFile(join(folder, 'HEAD'), `ref: refs/heads/main\n${' '.repeat(1_100_000)}`);
      },
    ],
  ])('is not another one than that of git, in a folder with a `.git` %s', async (_how, make) => {
    await make(join(repository.root, 'part/.git'));
    const inner = repository.at('part').git('rev-parse', '--absolute-git-dir').trim();
    await writeFile(join(outside.root, 'filter'), `#!/bin/sh\ntouch '${outside.root}/was-run'\nexit 1\n`);
    await chmod(join(outside.root, 'filter'), 0o755);
    repository.git('-C', 'part', 'add', '--force', 'b.ts');
    await writeFile(join(inner, 'info/attributes'), 'b.ts filter=late\n');
    const history = historyOf(join(repository.root, 'part'));
    for (let question = 0; question < 3; question += 1) await history.recentChanges();

    await appendFile(join(inner, 'config'), `[filter "late"]\n\tclean = '${outside.root}/filter'\n`);
    await utimes(join(repository.root, 'part/b.ts'), 1_000_000_000, 1_000_000_000);
    spawnSync('git', ['status'], { cwd: join(repository.root, 'part'), stdio: 'ignore', env: process.env });
    expect(existsSync(join(outside.root, 'was-run'))).toBe(true);
    await rm(join(outside.root, 'was-run'));
    await utimes(join(repository.root, 'part/b.ts'), 1_100_000_000, 1_100_000_000);
    await history.recentChanges();

    expect(existsSync(join(outside.root, 'was-run'))).toBe(false);
  });

  describe('runs no filter that has come since,', () => {
    const filter = (): string => `[filter "late"]\n\tclean = '${outside.root}/filter'\n\trequired = true\n`;
    const wasRun = (): boolean => existsSync(join(outside.root, 'was-run'));
    /** The same content with another time, so that git has to look into the file. */
    const touch = (time: number): Promise<void> => utimes(join(repository.root, 'a.ts'), time, time);
    const include = (path: string): void => {
      repository.git('config', 'include.path', path);
    };

    const ways: readonly [how: string, before: () => Promise<void> | void, after: () => Promise<void> | void][] = [
      ['in the own settings', () => undefined, () => appendFile(join(repository.root, '.git/config'), filter())],
      [
        'in the settings of the work tree',
        () => void repository.git('config', 'extensions.worktreeConfig', 'true'),
        () => writeFile(join(repository.root, '.git/config.worktree'), filter()),
      ],
      [
        'in the settings of the user',
        () => undefined,
        () => writeFile(process.env['GIT_CONFIG_GLOBAL'] ?? '', filter()),
      ],
      [
        'in a file that the user includes and that was not there',
        () => outside.write('settings of the user', '[include]\n\tpath = more\n'),
        () => outside.write('more', filter()),
      ],
      [
        'in a file that is included by one that the user includes',
        async () => {
          await outside.write('settings of the user', '[include]\n\tpath = more\n');
          await outside.write('more', '[include]\n\tpath = deep/settings\n');
        },
        () => outside.write('deep/settings', filter()),
      ],
      [
        'in a file behind a link of the user',
        async () => {
          await mkdir(join(outside.root, 'far/deep'), { recursive: true });
          await symlink(join(outside.root, 'far/deep'), join(outside.root, 'link'));
          await outside.write('settings of the user', '[include]\n\tpath = link/../more\n');
        },
        () => outside.write('far/more', filter()),
      ],
      [
        'in a file that the user includes for this repository',
        () => outside.write('settings of the user', `[includeIf "gitdir:${repository.root}/"]\n\tpath = more\n`),
        () => outside.write('more', filter()),
      ],
      [
        'in a file that the user includes on another branch',
        async () => {
          await outside.write('settings of the user', '[includeIf "onbranch:other"]\n\tpath = more\n');
          await outside.write('more', filter());
        },
        () => void repository.git('symbolic-ref', 'HEAD', 'refs/heads/other'),
      ],
      [
        'in a file whose name is no UTF-8',
        () =>
          writeFile(
            join(outside.root, 'settings of the user'),
            Buffer.from('[include]\n\tpath = more\xff\n', 'latin1'),
          ),
        () => writeFile(Buffer.concat([Buffer.from(`${outside.root}/more`), Buffer.from([0xff])]), filter()),
      ],
      [
        'in a file of the workspace that the user names by a relative path',
        () => {
          process.env['GIT_CONFIG_GLOBAL'] = 'own.cfg';
        },
        () => repository.write('own.cfg', filter()),
      ],
      [
        'in a file that the repository includes',
        () => {
          include('../more');
        },
        () => repository.write('more', filter()),
      ],
      [
        'in a file that is another one for every process',
        () => {
          include('/proc/self/cwd/more');
        },
        () => repository.write('more', filter()),
      ],
      [
        'in the settings of another repository that this one becomes a work tree of',
        async () => {
          await rename(join(repository.root, '.git'), join(repository.root, 'tracked'));
          await mkdir(join(repository.root, 'store/worktrees'), { recursive: true });
          await rename(join(repository.root, 'tracked'), join(repository.root, 'store/worktrees/w'));
          await repository.write('.git', 'gitdir: store/worktrees/w\n');
        },
        async () => {
          const [store, inside] = ['store', 'store/worktrees/w'].map((path) => join(repository.root, path)) as [
            string,
            string,
          ];
          for (const name of ['objects', 'refs', 'info'])
            await cp(join(inside, name), join(store, name), { recursive: true });
          await cp(join(inside, 'HEAD'), join(store, 'HEAD'));
          await writeFile(join(store, 'config'), `${await readFile(join(inside, 'config'), 'utf8')}${filter()}`);
          await writeFile(join(inside, 'gitdir'), `${repository.root}/.git\n`);
          await writeFile(join(inside, 'commondir'), '../..\n');
        },
      ],
    ];

    const isLinux = process.platform === 'linux';
    it.each(ways.filter(([how]) => isLinux || !how.includes('every process')))('%s', async (_how, before, after) => {
      repository.git('branch', 'other');
      await writeFile(join(outside.root, 'filter'), `#!/bin/sh\ntouch '${outside.root}/was-run'\nexit 1\n`);
      await chmod(join(outside.root, 'filter'), 0o755);
      await writeFile(join(repository.root, '.git/info/attributes'), 'a.ts filter=late\n');
      await before();
      const history = historyOf(repository.root);
      for (let question = 0; question < 3; question += 1) await history.recentChanges();

      await after();
      await touch(1_000_000_000);
      spawnSync('git', ['status'], { cwd: repository.root, stdio: 'ignore', env: process.env });
      expect(wasRun()).toBe(true);
      await rm(join(outside.root, 'was-run'));
      await touch(1_100_000_000);
      const changes = await history.recentChanges();

      expect(wasRun()).toBe(false);
      expect(changes?.uncommitted.has('a.ts')).toBe(false);
    });
  });
});
