import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PastCommit } from '@lexichord/abstractions';
import { ManualClock, PlainStateFolder, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { CommitHistory } from './commit-history.js';
import { ARepository, day } from './test-support/a-repository.js';
import { PassingClock } from './test-support/passing-clock.js';

describe('CommitHistory', () => {
  let repository: ARepository;
  let state: ARepository;
  let log: RecordingLogger;
  const folders: ARepository[] = [];

  beforeEach(async () => {
    log = new RecordingLogger();
    repository = await ARepository.make();
    state = await ARepository.folder();
    folders.push(repository, state);
  });

  afterEach(async () => {
    await Promise.all(folders.splice(0).map((folder) => folder.remove()));
  });

  const historyOf = (root = repository.root, folder?: string, clock = new ManualClock(day(30))): CommitHistory => {
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root }), log);
    const stateFolder = folder === undefined ? undefined : new PlainStateFolder(folder);
    return new CommitHistory(guard, clock, log, stateFolder);
  };
  const commitsIn = (root?: string): Promise<readonly PastCommit[] | undefined> => historyOf(root).pastCommits();
  const plain = (commits: readonly PastCommit[] | undefined): unknown =>
    commits?.map(({ message, files }) => [message, ...files]);
  const change = async (message: string, days: number, ...paths: readonly string[]): Promise<void> => {
    for (const path of paths) await repository.write(path, `${path} ${days}\n`.repeat(9));
    repository.commitAll(day(days), message);
  };

  it('gives the commits newest first, with message, time and files', async () => {
    await change('Add login', 1, 'src/login.ts', 'README.md');
    await change('Fix the session\n\nIt was closed too early.\n', 2, 'src/session.ts');

    const commits = await commitsIn();

    expect(commits).toEqual([
      {
        id: repository.git('rev-parse', 'HEAD').trim(),
        timeMs: day(2),
        message: 'Fix the session\n\nIt was closed too early.',
        files: ['src/session.ts'],
      },
      {
        id: repository.git('rev-parse', 'HEAD~1').trim(),
        timeMs: day(1),
        message: 'Add login',
        files: ['README.md', 'src/login.ts'],
      },
    ]);
  });

  it('keeps the first five hundred characters of a message', async () => {
    await change(`Long\n\n${'word '.repeat(1_000)}`, 1, 'a.ts');

    expect((await commitsIn())?.[0]?.message).toHaveLength(500);
  });

  it('is read as far as its messages and paths are not too long together', async () => {
    await change('Old', 1, 'a.ts');
    for (let number = 0; number < 5; number += 1) {
      await repository.write('b.ts', `${number}\n`);
      repository.git('add', '--all');
      repository.gitReading(`Long ${'x'.repeat(900_000)}`, 'commit', '-q', '-F', '-');
    }
    await change('New', 8, 'c.ts');

    const commits = await commitsIn();

    expect(commits?.map(({ message }) => message.slice(0, 4))).toEqual(['New', 'Long', 'Long', 'Long', 'Long']);
  });

  it('names files as they are called now, whatever took their old names later', async () => {
    await change('Add one', 1, 'one.ts');
    await change('Change one', 2, 'one.ts');
    repository.git('mv', 'one.ts', 'two.ts');
    repository.commitAll(day(3), 'Rename it');
    await change('Another one', 4, 'one.ts');
    await repository.write('deep/x', '');
    repository.git('mv', 'two.ts', 'deep/three.ts');
    repository.commitAll(day(5), 'Rename it again');

    expect(plain(await commitsIn())).toEqual([
      ['Rename it again', 'deep/three.ts', 'deep/x'],
      ['Another one', 'one.ts'],
      ['Rename it', 'deep/three.ts'],
      ['Change one', 'deep/three.ts'],
      ['Add one', 'deep/three.ts'],
    ]);
  });

  it('follows a file through a commit that renames very many, which says nothing itself', async () => {
    const names = Array.from({ length: 60 }, (_unused, index) => `old/${index}.ts`);
    await change('Add the seventh', 1, 'old/7.ts');
    await change('Add all', 2, ...names);
    repository.git('mv', 'old', 'new');
    repository.commitAll(day(3), 'Move all');

    expect(plain(await commitsIn())).toEqual([['Add the seventh', 'new/7.ts']]);
  });

  it('leaves out merges, reverts, empty commits and those of bots', async () => {
    await change('Add a', 1, 'a.ts');
    repository.git('checkout', '-q', '-b', 'side');
    await change('Add b', 2, 'b.ts');
    repository.git('checkout', '-q', 'main');
    await change('Add c', 3, 'c.ts');
    repository.gitAt(day(4), 'merge', '-q', '--no-edit', 'side');
    repository.gitAt(day(5), 'revert', '--no-edit', 'HEAD~1');
    repository.commitAll(day(6), 'Nothing');
    await repository.write('package.json', '{}');
    repository.commitAll(day(7), 'Bump a', '--author', 'renovate[bot] <a@b.c>');
    await repository.write('package.json', '{ }');
    repository.commitAll(day(8), '');

    expect(plain(await commitsIn())).toEqual([
      ['Add c', 'c.ts'],
      ['Add b', 'b.ts'],
      ['Add a', 'a.ts'],
    ]);
  });

  it.each(['a name', 'quote"d', 'line\nfeed', '\nfirst', 'tab\there', 'naïve', '漢字', '-x', ':(top)', 'M', 'R100'])(
    'reads the name %j as it is',
    async (name) => {
      await change('Add', 1, name);
      repository.git('mv', '--', `./${name}`, `./${name}s`);
      repository.commitAll(day(2), 'Rename');

      expect(plain(await commitsIn())).toEqual([
        ['Rename', `${name}s`],
        ['Add', `${name}s`],
      ]);
    },
  );

  it('knows the files of a workspace inside the repository by their paths there, and no others', async () => {
    await change('Both', 1, 'top.ts', 'part/a.ts');
    await change('Top', 2, 'top.ts');

    const history = historyOf(join(repository.root, 'part'), state.root);
    expect(plain(await history.pastCommits())).toEqual([['Both', 'a.ts']]);
    await change('Both again', 3, 'top.ts', 'part/b.ts');
    expect(plain(await history.pastCommits())).toEqual([
      ['Both again', 'b.ts'],
      ['Both', 'a.ts'],
    ]);
  });

  it('does not take the commit where a shallow clone was cut off for a change of every file', async () => {
    await change('One', 1, 'a.ts');
    await change('Two', 2, 'b.ts');
    await change('Three', 3, 'c.ts');
    repository.git('clone', '-q', '--depth', '2', `file://${repository.root}`, 'clone');
    const clone = repository.at('clone');
    const history = historyOf(clone.root, state.root);

    const first = await history.pastCommits();
    expect(plain(first)).toEqual([['Three', 'c.ts']]);
    expect(await history.pastCommits()).toBe(first);
    clone.git('fetch', '-q', '--deepen=1');
    expect(plain(await history.pastCommits())).toEqual([
      ['Three', 'c.ts'],
      ['Two', 'b.ts'],
    ]);
    clone.git('fetch', '-q', '--unshallow');
    expect(plain(await history.pastCommits())).toEqual([
      ['Three', 'c.ts'],
      ['Two', 'b.ts'],
      ['One', 'a.ts'],
    ]);
  });

  it('has none without a repository, without a commit, without a workspace, and without git', async () => {
    expect(await commitsIn()).toBeUndefined();
    expect(await commitsIn(state.root)).toBeUndefined();
    await change('Add', 1, 'a.ts');
    const path = process.env['PATH'];
    process.env['PATH'] = repository.root;
    try {
      expect(await commitsIn()).toBeUndefined();
    } finally {
      process.env['PATH'] = path;
    }
    await repository.remove();
    expect(await commitsIn()).toBeUndefined();
    expect(log.templates('warn')).toEqual([]);
  });

  describe('when the branch moves', () => {
    beforeEach(async () => {
      await change('One', 1, 'a.ts');
      await change('Two', 2, 'b.ts');
    });

    it('gives the same list until then, and after it what reading anew would give', async () => {
      const history = historyOf();
      const first = await history.pastCommits();

      expect(await history.pastCommits()).toBe(first);
      repository.git('mv', 'a.ts', 'c.ts');
      repository.commitAll(day(3), 'Three');
      const second = await history.pastCommits();

      expect(second).toEqual(await commitsIn());
      expect(plain(second)).toEqual([
        ['Three', 'c.ts'],
        ['Two', 'b.ts'],
        ['One', 'c.ts'],
      ]);
    });

    it.each<[string, () => Promise<void> | void]>([
      ['back', () => void repository.git('reset', '-q', '--hard', 'HEAD~1')],
      ['to another commit in place of the last', () => repository.commitAll(day(4), 'Other', '--amend')],
      [
        'to another history',
        async () => {
          repository.git('checkout', '-q', '--orphan', 'other');
          await change('Fresh', 5, 'd.ts');
        },
      ],
      [
        'by very many commits',
        async () => {
          repository.addCommits(210, day(4));
          await change('Last', 5, 'd.ts');
        },
      ],
      ['into nothing', () => void repository.git('update-ref', '-d', 'HEAD')],
    ])('%s, it is as if read anew', async (_name, move) => {
      const history = historyOf(repository.root, state.root);
      await history.pastCommits();

      await move();

      const moved = await history.pastCommits();
      expect(moved).toEqual(await commitsIn());
      expect(await historyOf(repository.root, state.root).pastCommits()).toEqual(moved);
    });
  });

  describe('the file in the folder of state', () => {
    const path = (): string => join(state.root, 'commit-history.json');

    beforeEach(async () => {
      await change('Add', 1, 'a.ts');
      await historyOf(repository.root, state.root).pastCommits();
    });

    it('spares the next process the reading, and only this user can read it', async () => {
      expect(plain(await historyOf(repository.root, state.root).pastCommits())).toEqual([['Add', 'a.ts']]);
      expect((await stat(path())).mode & 0o777).toBe(0o600);
      const invented = (await readFile(path(), 'utf8')).replace('"Add"', '"From the file"');
      await writeFile(path(), invented);
      expect(plain(await historyOf(repository.root, state.root).pastCommits())).toEqual([['From the file', 'a.ts']]);
    });

    it.each<[string, (content: string) => Promise<void>]>([
      ['is cut off', (content) => writeFile(path(), content.slice(0, -9))],
      ['is empty', () => writeFile(path(), '')],
      ['has a later format', (content) => writeFile(path(), content.replace('"format":2', '"format":3'))],
      ['has a field too many', (content) => writeFile(path(), content.replace('{', '{"more":1,'))],
      ['has an id that is none', (content) => writeFile(path(), content.replace(/"id":"...../u, '"id":"--all'))],
      ['has an id twice', (content) => writeFile(path(), content.replace(/"commits":\[(.*)\]/u, '"commits":[$1,$1]'))],
      [
        'has a commit of more files than count',
        (content) => writeFile(path(), content.replace('["A","a.ts"]', Array(51).fill('["A","a.ts"]').join())),
      ],
      ['has a name that is none', (content) => writeFile(path(), content.replace('"a.ts"', '7'))],
      ['is a link', (content) => replaceByLink(content)],
      ['is a folder', async () => rm(path()).then(() => mkdir(path()))],
      ['can be written by others', () => chmod(path(), 0o666)],
    ])('is passed over when it %s', async (_name, spoil) => {
      const content = (await readFile(path(), 'utf8')).replace('"Add"', '"Forged"');
      await writeFile(path(), content);
      await spoil(content);

      expect(plain(await historyOf(repository.root, state.root).pastCommits())).toEqual([['Add', 'a.ts']]);
      expect(log.templates('warn')).toEqual([]);
    });

    async function replaceByLink(content: string): Promise<void> {
      await writeFile(join(state.root, 'elsewhere'), content, { mode: 0o600 });
      await rm(path());
      await symlink(join(state.root, 'elsewhere'), path());
    }

    it('is not needed: a folder that cannot be written to costs only time', async () => {
      const blocked = join(state.root, 'blocked');
      await writeFile(blocked, '');

      expect(plain(await historyOf(repository.root, join(blocked, 'state')).pastCommits())).toEqual([['Add', 'a.ts']]);
      expect(existsSync(join(blocked, 'state'))).toBe(false);
    });

    it('is not read in another part of the repository', async () => {
      await change('Deep', 2, 'deep/b.ts');
      const root = join(repository.root, 'deep');

      expect(plain(await historyOf(root, state.root).pastCommits())).toEqual([['Deep', 'b.ts']]);
    });
  });

  describe('when the time is over', () => {
    const path = (): string => join(state.root, 'commit-history.json');
    const all = [
      ['Two', 'b.ts'],
      ['One', 'a.ts'],
    ];

    beforeEach(async () => {
      await change('One', 1, 'a.ts');
      await change('Two', 2, 'b.ts');
    });

    it('does not take what was read until then for all that there is, in the next process', async () => {
      const late = historyOf(repository.root, state.root, new PassingClock([0, 2_500]));
      const warnings: string[] = [];
      expect(await late.pastCommits({ onWarning: (warning) => warnings.push(warning) })).toBeUndefined();
      expect(warnings).toEqual([expect.stringMatching(/^Git was slow: only 0 earlier commits/u)]);

      expect(plain(await historyOf(repository.root, state.root).pastCommits())).toEqual(all);
    });

    it('does not do so in the same process either', async () => {
      const history = historyOf(repository.root, undefined, new PassingClock([0, 2_500]));
      expect(await history.pastCommits()).toBeUndefined();

      expect(plain(await history.pastCommits())).toEqual(all);
    });

    it('reads on the next time, however many are missing, and then keeps all of them', async () => {
      repository.addCommits(210, day(3));
      const whole = await historyOf(repository.root, state.root).pastCommits();
      const stored = await readFile(path(), 'utf8');
      const file = JSON.parse(stored) as { commits: unknown[] };
      await writeFile(path(), JSON.stringify({ ...file, isPartial: true, commits: file.commits.slice(-1) }));

      const late = historyOf(repository.root, state.root, new PassingClock([0, 0, 2_500]));
      const warnings: string[] = [];
      const onWarning = (warning: string): void => void warnings.push(warning);
      expect(plain(await late.pastCommits({ onWarning }))).toEqual([['One', 'a.ts']]);
      expect(warnings).toEqual([expect.stringMatching(/^Git was slow: only 1 earlier commits/u)]);
      expect(await late.pastCommits({ onWarning })).toEqual(whole);
      expect(warnings).toHaveLength(1);
      expect(await historyOf(repository.root, state.root).pastCommits()).toEqual(whole);
      expect(await readFile(path(), 'utf8')).toBe(stored);
    });

    it('counts it for all commands together', async () => {
      await historyOf(repository.root, state.root).pastCommits();
      await change('Three', 3, 'c.ts');
      const clock = new PassingClock([1_000, 1_000, 400]);

      expect(plain(await historyOf(repository.root, state.root, clock).pastCommits())).toEqual([
        ['Three', 'c.ts'],
        ...all,
      ]);
      expect(clock.delays).toEqual([2_500, 1_500, 500]);
    });
  });

  it('answers all who ask at once with one run, and a cancelled one with its reason', async () => {
    await change('Add', 1, 'a.ts');
    const history = historyOf();
    const controller = new AbortController();
    const answers = [history.pastCommits(), history.pastCommits()];
    const cancelled = history.pastCommits({ signal: controller.signal });
    controller.abort();

    await expect(cancelled).rejects.toBe(controller.signal.reason);
    const [first, second] = await Promise.all(answers);
    expect(first).toBe(second);
    expect(first).toHaveLength(1);
  });
});
