import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

import { SystemClock } from '@lexichord/platform';
import { ManualClock } from '@lexichord/testing';

import { readCommits } from './read-commits.js';
import { readUncommitted } from './read-uncommitted.js';
import { runGit } from './run-git.js';
import { safeArguments, safeEnvironment, withoutFilters } from './safe-git.js';
import { ARepository, day } from './test-support/a-repository.js';

const { signal } = new AbortController();
/** Its limits are never over, unless a test moves it. */
const patient = new ManualClock();

describe('runGit', () => {
  let repository: ARepository;

  beforeAll(async () => {
    repository = await ARepository.make();
    await repository.commit(day(1), 'a.ts', 'b.ts');
    await repository.commit(day(2), 'b.ts');
  });

  afterAll(() => repository.remove());

  /** A command that would never end. */
  const endless = { args: ['cat-file', '--batch-check', '--batch-all-objects'], separator: '\n' } as const;

  it('stops a command that takes too long', async () => {
    const clock = new ManualClock();
    const running = runGit({
      root: repository.root,
      args: ['-c', 'alias.wait=!sleep 5', 'wait'],
      timeoutMs: 50,
      clock,
      separator: '\n',
      onItem: () => true,
      signal,
    });
    clock.advance(50);

    const outcome = await running;

    expect(outcome).toEqual({ kind: 'stopped' });
  });

  it('kills a command that is cancelled, and rejects with the reason', async () => {
    const controller = new AbortController();
    const running = runGit({
      root: repository.root,
      args: ['-c', 'alias.wait=!sleep 5', 'wait'],
      timeoutMs: 60_000,
      clock: patient,
      separator: '\n',
      onItem: () => true,
      signal: controller.signal,
    });
    controller.abort(new DOMException('no more', 'AbortError'));

    await expect(running).rejects.toBe(controller.signal.reason);
  });

  it('stops a command when there is enough', async () => {
    const items: string[] = [];

    const outcome = await runGit({
      ...endless,
      root: repository.root,
      timeoutMs: 10_000,
      clock: patient,
      onItem: (item) => items.push(item) < 2,
      signal,
    });

    expect(outcome).toEqual({ kind: 'stopped' });
    expect(items).toHaveLength(2);
  });

  it('stops a command that prints more than any name is long', async () => {
    await repository.write('long', 'x'.repeat(3_000_000));
    const id = repository.git('hash-object', '-w', 'long').trim();

    const outcome = await runGit({
      root: repository.root,
      args: ['cat-file', 'blob', id],
      timeoutMs: 10_000,
      clock: patient,
      separator: '\0',
      onItem: () => true,
      signal,
    });

    expect(outcome).toEqual({ kind: 'stopped' });
  });

  it('passes over what is too long where the command is to go on, and says so each time', async () => {
    await repository.write('long', ['a', 'x'.repeat(3_000_000), 'b', 'y'.repeat(2_000_000), 'c', ''].join('\n'));
    const id = repository.git('hash-object', '-w', 'long').trim();
    const items: string[] = [];

    const outcome = await runGit({
      root: repository.root,
      args: ['cat-file', 'blob', id],
      timeoutMs: 10_000,
      clock: patient,
      separator: '\n',
      onItem: (item) => items.push(item) > 0,
      onTooLong: () => items.push('(too long)'),
      signal,
    });

    expect(outcome).toMatchObject({ kind: 'ended', exitCode: 0 });
    expect(items).toEqual(['a', '(too long)', 'b', '(too long)', 'c']);
  });

  it('takes arguments that the system refuses for a git that cannot be run', async () => {
    const args = ['log', `--format=${'x'.repeat(8_000_000)}`];

    const outcome = await runGit({
      root: '.',
      args,
      timeoutMs: 100,
      clock: patient,
      separator: '\n',
      onItem: () => true,
      signal,
    });

    expect(outcome).toEqual({ kind: 'missing' });
  });

  describe('with a file of the repository that never ends', () => {
    const run = { timeoutMs: 300, clock: new SystemClock(), signal };
    const place = { prefix: '', isShallow: false };
    let waiting: string;

    const put = (path: string): void => {
      waiting = join(repository.root, path);
      execFileSync('mkfifo', [waiting]);
    };

    afterEach(() => rm(waiting));

    it('there is no history', async () => {
      const head = repository.git('rev-parse', 'HEAD').trim();
      put('.git/info/grafts');

      const commits = await readCommits({ ...run, root: repository.root, repository: { ...place, head }, sinceMs: 0 });

      expect(commits).toBe('timeout');
    });

    it('what is not committed is known in part', async () => {
      await rm(join(repository.root, '.git/info/exclude'), { force: true });
      put('.git/info/exclude');

      const uncommitted = await readUncommitted({ ...place, head: undefined }, [], { ...run, root: repository.root });

      expect(uncommitted).toEqual({ paths: new Set(), isPartial: true });
    });
  });

  it('counts a history that is too large as read up to where it was left', async () => {
    const head = repository.git('rev-parse', 'HEAD').trim();
    const query = {
      root: repository.root,
      timeoutMs: 10_000,
      clock: patient,
      signal,
      repository: { prefix: '', isShallow: false, head },
    };

    const commits = await readCommits({ ...query, sinceMs: day(0), maxFiles: 1 });

    expect(commits).toEqual({ committedMs: new Map([['b.ts', day(2)]]), sinceMs: day(2) });
  });
});

describe('safe git', () => {
  it('works in the folder, and is configured before the command', () => {
    const [option, folder, ...others] = safeArguments('/some where');

    expect([option, folder]).toEqual(['-C', '/some where']);
    expect(others).toContain('core.fsmonitor=');
  });

  it('switches off each filter once, by its own name', () => {
    expect(withoutFilters(['filter.A.b.clean', 'filter.A.b.smudge'])).toEqual([
      ...['-c', 'filter.A.b.clean=', '-c', 'filter.A.b.smudge=', '-c', 'filter.A.b.process='],
      ...['-c', 'filter.A.b.required=false'],
    ]);
    expect(withoutFilters([])).toEqual([]);
    expect(withoutFilters(['filter.a=b.clean'])).toBeUndefined();
    // Bytes that are no UTF-8 were read as this character.
    expect(withoutFilters(['filter.a\uFFFD.clean'])).toBeUndefined();
  });

  it('adds a folder to those that the user has git look no further up than', () => {
    const ceilings = (environment: NodeJS.ProcessEnv, ceiling?: string): string | undefined =>
      safeEnvironment(environment, ceiling)['GIT_CEILING_DIRECTORIES'];

    expect(ceilings({}, '/work')).toBe('/work');
    expect(ceilings({ GIT_CEILING_DIRECTORIES: '/home' }, '/work')).toBe(`/home${delimiter}/work`);
    expect(ceilings({ GIT_CEILING_DIRECTORIES: '/home' })).toBe('/home');
    // It would be taken for two folders.
    expect(ceilings({}, `/work${delimiter}place`)).toBeUndefined();
  });

  it('keeps of the environment what is not about another repository', () => {
    const environment = safeEnvironment({
      PATH: '/bin',
      GIT_DIR: '/x',
      git_trace: '1',
      LANG: 'de_DE',
      GIT_CONFIG_GLOBAL: '/g',
    });

    expect(environment).toEqual({
      PATH: '/bin',
      GIT_CONFIG_GLOBAL: '/g',
      LC_ALL: 'C',
      GIT_TERMINAL_PROMPT: '0',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_ALLOW_PROTOCOL: 'none',
    });
  });
});
