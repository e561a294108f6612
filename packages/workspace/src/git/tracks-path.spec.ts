import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { ManualClock } from '@lexichord/testing';

import { ARepository, day } from './test-support/a-repository.js';
import { recordGit } from './test-support/record-git.js';
import { tracksPath } from './tracks-path.js';

describe('tracksPath', () => {
  let repository: ARepository;
  let outside: ARepository;
  const { PATH: path } = process.env;

  beforeEach(async () => {
    [repository, outside] = await Promise.all([ARepository.make(), ARepository.folder()]);
    await repository.commit(day(1), 'src/a.ts');
  });

  afterEach(async () => {
    process.env['PATH'] = path;
    await Promise.all([repository.remove(), outside.remove()]);
  });

  const isTracked = (name: string, root = repository.root): Promise<boolean> => {
    const { signal } = new AbortController();
    return tracksPath(name, { root, clock: new ManualClock(), timeoutMs: 10_000, signal });
  };

  it('finds files, and folders with a tracked file, in any case', async () => {
    await repository.write('other/b.ts', 'b');

    const answers = await Promise.all(['src/a.ts', 'src', 'SRC', 'other', 'missing'].map((name) => isTracked(name)));

    expect(answers).toEqual([true, true, true, false, false]);
  });

  it('starts git again only when the index has changed', async () => {
    expect(await isTracked('state')).toBe(false);
    const calls = await recordGit(outside);
    expect(await isTracked('state')).toBe(false);
    expect(await calls()).toEqual([]);

    await repository.write('state/origin', 'a');
    expect(await isTracked('state')).toBe(false);
    expect(await calls()).toEqual([]);

    repository.git('add', 'state/origin');
    await calls();
    expect(await isTracked('state')).toBe(true);
    expect(await isTracked('state')).toBe(true);
    expect(await calls()).toHaveLength(1);
  });

  it('notices an index of the same size with its modification time set back', async () => {
    const index = join(repository.root, '.git/index');
    const before = new Date(day(2));
    await repository.write('state', 'a');
    repository.git('add', 'state');
    await utimes(index, before, before);
    expect(await isTracked('state')).toBe(true);

    repository.git('rm', '-q', '--cached', 'state');
    await repository.write('stats', 'a');
    repository.git('add', 'stats');
    await utimes(index, before, before);

    expect(await isTracked('state')).toBe(false);
  });

  it('follows the folder to another repository', async () => {
    expect(await isTracked('src')).toBe(true);
    await rm(join(repository.root, '.git'), { recursive: true });

    expect(await isTracked('src')).toBe(false);

    repository.git('init', '-q');
    expect(await isTracked('src')).toBe(false);
  });

  it('ends with the reason of its signal', async () => {
    await isTracked('src');
    const signal = AbortSignal.abort(new Error('enough'));
    const run = { root: repository.root, clock: new ManualClock(), timeoutMs: 10_000, signal };

    await expect(tracksPath('src', run)).rejects.toThrow('enough');
  });
});
