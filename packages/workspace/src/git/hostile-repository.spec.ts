import { existsSync } from 'node:fs';
import { chmod, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PastCommit, RecentChanges } from '@lexichord/abstractions';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { WorkspaceGuard } from '../guard/workspace-guard.js';
import { workspaceOptionsSchema } from '../workspace-options.js';
import { CommitHistory } from './commit-history.js';
import { GitHistory } from './git-history.js';
import { ARepository, day } from './test-support/a-repository.js';

/** What somebody puts into a repository, and what an ordinary user of git would do to be caught by it. */
interface Trap {
  readonly name: string;
  readonly set: (repository: ARepository, program: string) => Promise<void> | void;
  readonly spring: readonly string[];
}

/** The program as git's shell reads it: the folder for temporary files may have a space in its name. */
const command = (program: string): string => `'${program}'`;

const filtered = (setting: string): Trap => ({
  name: `a filter by ${setting}`,
  set: async (repository, program) => {
    await writeFile(join(repository.root, '.git/info/attributes'), 'a.ts filter=its.Name\n');
    repository.git('config', `filter.its.Name.${setting}`, command(program));
    repository.git('config', 'filter.its.Name.required', 'true');
  },
  spring: ['status'],
});

const traps: readonly Trap[] = [
  {
    name: 'a file system monitor',
    set: (repository, program) => void repository.git('config', 'core.fsmonitor', command(program)),
    spring: ['status'],
  },
  {
    name: 'a setting in a file that the configuration includes',
    set: async (repository, program) => {
      await writeFile(join(repository.root, '.git/more'), `[core]\n\tfsmonitor = ${command(program)}\n`);
      repository.git('config', `includeIf.gitdir:${repository.root}/.path`, 'more');
    },
    spring: ['status'],
  },
  filtered('clean'),
  filtered('process'),
  {
    name: 'a hook',
    set: (repository, program) => {
      repository.git('config', 'core.hooksPath', join(program, '..'));
    },
    spring: ['status'],
  },
  {
    name: 'a check of signatures',
    set: (repository, program) => {
      const [tree, parent] = [repository.git('rev-parse', 'HEAD^{tree}'), repository.git('rev-parse', 'HEAD')];
      const who = `A <a@b.c> ${day(1) / 1000} +0000`;
      const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n';
      const commit = `tree ${tree}parent ${parent}author ${who}\ncommitter ${who}\n${signature}\nSigned\n`;
      const id = repository.gitReading(commit, 'hash-object', '-t', 'commit', '-w', '--stdin').trim();
      repository.git('update-ref', 'HEAD', id);
      repository.git('config', 'gpg.program', program);
      repository.git('config', 'log.showSignature', 'true');
    },
    spring: ['log'],
  },
  {
    name: 'a diff program',
    set: async (repository, program) => {
      await writeFile(join(repository.root, '.git/info/attributes'), 'a.ts diff=own\n');
      repository.git('config', 'diff.own.textconv', command(program));
      repository.git('config', 'diff.external', command(program));
    },
    spring: ['log', '-p', '--ext-diff'],
  },
  {
    name: 'a submodule with a monitor of its own',
    set: async (repository, program) => {
      const inner = repository.at('sub');
      repository.git('init', '-q', 'sub');
      await inner.commit(day(1), 'b.ts');
      repository.git('update-index', '--add', '--cacheinfo', `160000,${inner.git('rev-parse', 'HEAD').trim()},sub`);
      repository.gitAt(day(1), 'commit', '-q', '-m', 'Submodule');
      inner.git('config', 'core.fsmonitor', command(program));
    },
    spring: ['status'],
  },
];

/** An executable whose names are those of a hook too. */
const programName = 'post-index-change';

describe('A hostile repository', () => {
  let repository: ARepository;
  let outside: ARepository;
  let program: string;
  let log: RecordingLogger;

  const wasRun = (): boolean => existsSync(join(outside.root, 'was-run'));
  const changes = (): Promise<RecentChanges | undefined> => {
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root: repository.root }), log);
    return new GitHistory(guard, new ManualClock(day(30)), log).recentChanges();
  };
  const pastCommits = (): Promise<readonly PastCommit[] | undefined> => {
    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root: repository.root }), log);
    return new CommitHistory(guard, new ManualClock(day(30)), log).pastCommits();
  };
  /** The same content with another time, so that git has to look into the file. */
  const touch = (time: number): Promise<void> => utimes(join(repository.root, 'a.ts'), time, time);

  beforeEach(async () => {
    log = new RecordingLogger();
    repository = await ARepository.make();
    outside = await ARepository.folder();
    program = join(outside.root, programName);
    await writeFile(program, `#!/bin/sh\ntouch '${outside.root}/was-run'\nexit 1\n`);
    await chmod(program, 0o755);
    await repository.commit(day(1), 'a.ts');
  });

  afterEach(() => Promise.all([repository.remove(), outside.remove()]));

  it.each(traps)('runs nothing by $name', async ({ set, spring }) => {
    await set(repository, program);
    await touch(1_000_000_000);
    repository.tryGit(...spring);
    expect(wasRun()).toBe(true);
    await rm(join(outside.root, 'was-run'));
    await touch(1_100_000_000);

    const found = await changes();
    const commits = await pastCommits();

    expect(wasRun()).toBe(false);
    expect(commits?.at(-1)).toMatchObject({ message: 'Change', files: ['a.ts'] });
    expect(found?.committedMs.get('a.ts')).toBe(day(1));
    expect([...(found?.uncommitted ?? [])]).toEqual([]);
    expect(log.templates('warn')).toEqual([]);
  });

  it.each<readonly [string, () => Promise<void>]>([
    [
      'by a file in place of its `.git`',
      () => writeFile(join(repository.root, '.git'), `gitdir: ${outside.root}/.git`),
    ],
    ['by a link in place of its `.git`', () => symlink(join(outside.root, '.git'), join(repository.root, '.git'))],
  ])('tells nothing of another repository that it leads to %s', async (_how, lead) => {
    outside.git('init', '-q', '-b', 'main');
    await outside.commit(day(2), 'private.ts');
    await rm(join(repository.root, '.git'), { recursive: true });
    await lead();

    expect(await changes()).toBeUndefined();
    expect(await pastCommits()).toBeUndefined();
    expect(log.lines.map(({ level, fields }) => [level, fields['reason']])).toEqual([
      ['warn', 'leads-elsewhere'],
      ['debug', 'leads-elsewhere'],
    ]);
  });

  it('fetches nothing for a commit that was left out', async () => {
    await repository.commit(day(2), 'deep/b.ts');
    const tree = repository.git('rev-parse', 'HEAD~1^{tree}').trim();
    await rm(join(repository.root, '.git/objects', tree.slice(0, 2), tree.slice(2)));
    repository.git('config', 'core.repositoryFormatVersion', '1');
    repository.git('config', 'extensions.partialClone', 'origin');
    repository.git('config', 'remote.origin.promisor', 'true');
    repository.git('config', 'remote.origin.url', outside.root);
    repository.git('config', 'remote.origin.uploadpack', command(program));
    repository.git('config', 'protocol.allow', 'always');
    repository.tryGit('log', '--name-only');
    expect(wasRun()).toBe(true);
    await rm(join(outside.root, 'was-run'));

    expect(await changes()).toBeUndefined();
    expect(await pastCommits()).toBeUndefined();
    expect(wasRun()).toBe(false);
    expect(log.lines.map(({ fields }) => fields['reason'])).toEqual(['failed', 'failed']);
  });

  it('reads a rename from a partial clone without the contents, and fetches none', async () => {
    repository.git('mv', 'a.ts', 'b.ts');
    repository.gitAt(day(2), 'commit', '-q', '-m', 'Rename');
    const blob = repository.git('rev-parse', 'HEAD:b.ts').trim();
    await rm(join(repository.root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    repository.git('config', 'core.repositoryFormatVersion', '1');
    repository.git('config', 'extensions.partialClone', 'origin');
    repository.git('config', 'remote.origin.promisor', 'true');
    repository.git('config', 'remote.origin.url', outside.root);
    repository.git('config', 'remote.origin.uploadpack', command(program));

    const commits = await pastCommits();

    expect(commits?.map(({ files }) => files)).toEqual([['b.ts'], ['b.ts']]);
    expect(wasRun()).toBe(false);
  });

  it.each([
    ['whose name cannot be given', ['filter.a=b.clean']],
    ['whose name is as long as a file', [`filter.${'x'.repeat(5_000)}.clean`]],
    ['without end', Array.from({ length: 60 }, (_unused, index) => `filter.f${index}.clean`)],
  ])('is not asked what changed when it has filters %s', async (_name, settings) => {
    await writeFile(join(repository.root, '.git/info/attributes'), 'a.ts filter=a=b\n');
    const lines = settings.map((name) => `[filter "${name.slice(7, -6)}"]\n\tclean = ${program}\n`);
    await writeFile(join(repository.root, '.git/config'), lines.join(''), { flag: 'a' });
    await touch(1_000_000_000);

    const found = await changes();

    expect(wasRun()).toBe(false);
    expect([found?.committedMs.get('a.ts'), found?.uncommitted.size]).toEqual([day(1), 0]);
  });

  it('with a bare one inside is told by its own, not by what that says', async () => {
    await repository.commit(day(2), 'inner/b.ts');
    const inner = repository.at('inner');
    await rm(inner.root, { recursive: true });
    repository.git('clone', '-q', '--bare', '.', 'inner');
    inner.git('config', 'core.fsmonitor', command(program));
    inner.git('config', 'core.bare', 'false');
    inner.git('config', 'core.worktree', '..');

    const guard = new WorkspaceGuard(workspaceOptionsSchema.parse({ root: inner.root }), log);
    const found = await new GitHistory(guard, new ManualClock(day(30)), log).recentChanges();

    expect(found).toBeUndefined();
    expect(wasRun()).toBe(false);
  });

  it('is left as it was, index and all', async () => {
    await touch(1_000_000_000);
    const files = async (): Promise<readonly string[]> => readdir(join(repository.root, '.git'), { recursive: true });
    const before = await files();
    const index = repository.git('hash-object', '.git/index');

    await changes();

    expect(await files()).toEqual(before);
    expect(repository.git('hash-object', '.git/index')).toBe(index);
  });
});
