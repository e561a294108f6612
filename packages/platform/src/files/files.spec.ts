import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readPlainFile } from './read-plain-file.js';
import { replaceFile } from './replace-file.js';

describe('files of our own', () => {
  let folder: string;
  let path: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-files-'));
    path = join(folder, 'state.json');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('are read as they were written, part after part, with their time', async () => {
    await replaceFile(path, ['{"a":', Buffer.from('1}')], { isPrivate: true });

    const read = await readPlainFile(path, 100);

    expect(read?.bytes.toString()).toBe('{"a":1}');
    const { mtimeMs, mode } = await stat(path);
    expect([read?.modifiedMs, mode & 0o777]).toEqual([mtimeMs, 0o600]);
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('are private when nobody else may read or write them', async () => {
    await writeFile(path, '{}', { mode: 0o600 });
    const own = await readPlainFile(path, 100);
    await chmod(path, 0o640);

    expect([own?.isPrivate, (await readPlainFile(path, 100))?.isPrivate]).toEqual([true, false]);
  });

  it('may be absent, also with their folder', async () => {
    expect(await readPlainFile(path, 100)).toBeUndefined();
    expect(await readPlainFile(join(path, 'below'), 100)).toBeUndefined();
  });

  it.each<[string, (at: string) => unknown]>([
    ['a link', (at) => symlink(join(folder, 'target'), at)],
    ['a folder', (at) => mkdir(at)],
    ['a pipe', (at) => execFileSync('mkfifo', [at])],
    ['more than is sensible', (at) => writeFile(at, 'x'.repeat(101))],
  ])('are refused when %s is in their place', async (_what, place) => {
    await writeFile(join(folder, 'target'), 'secret');
    await place(path);

    await expect(readPlainFile(path, 100)).rejects.toMatchObject({ code: 'io-failed' });
  });

  it('replace a link instead of writing through it', async () => {
    await writeFile(join(folder, 'target'), 'precious');
    await symlink(join(folder, 'target'), path);

    await replaceFile(path, ['new']);

    expect(await readFile(join(folder, 'target'), 'utf8')).toBe('precious');
    expect(await readFile(path, 'utf8')).toBe('new');
  });

  it('leave nothing behind when they cannot be written', async () => {
    await mkdir(path);
    await writeFile(join(path, 'inside'), '');

    await expect(replaceFile(path, ['new'])).rejects.toMatchObject({ syscall: 'rename' });

    expect(await readdir(folder)).toEqual(['state.json']);
  });
});
