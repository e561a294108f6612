import { chmod, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ScriptProcesses } from '@lexichord/testing';

import { replaceFile } from './replace-file.js';

describe('replaceFile', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-replace-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function* pieces(...texts: readonly (string | Error)[]): AsyncGenerator<string> {
    for (const text of texts) {
      await Promise.resolve();
      if (typeof text !== 'string') throw text;
      yield text;
    }
  }

  it('writes parts that are there, and parts that come one by one', async () => {
    await replaceFile(join(folder, 'a/b.txt'), ['one ', Buffer.from('two')]);
    await replaceFile(join(folder, 'c.txt'), pieces('three ', 'four'));

    expect(await readFile(join(folder, 'a/b.txt'), 'utf8')).toBe('one two');
    expect(await readFile(join(folder, 'c.txt'), 'utf8')).toBe('three four');
  });

  it('leaves what was there when the parts end in an error, and nothing beside it', async () => {
    await writeFile(join(folder, 'a.txt'), 'before');

    await expect(replaceFile(join(folder, 'a.txt'), pieces('after', new TypeError('Broken.')))).rejects.toThrow(
      'Broken.',
    );

    expect(await readdir(folder)).toEqual(['a.txt']);
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('before');
  });

  it('keeps the permissions of the file in whose place it comes', async () => {
    const modeOf = async (name: string): Promise<string> => ((await stat(join(folder, name))).mode & 0o777).toString(8);
    for (const [name, mode] of [
      ['a.txt', 0o600],
      ['b.txt', 0o666],
      ['c.txt', 0o644],
    ] as const) {
      await writeFile(join(folder, name), 'before');
      await chmod(join(folder, name), mode);
    }
    await writeFile(join(folder, 'usual.txt'), '');
    await symlink(join(folder, 'b.txt'), join(folder, 'link.txt'));

    for (const name of ['a.txt', 'b.txt', 'link.txt', 'new.txt']) await replaceFile(join(folder, name), ['after']);
    await replaceFile(join(folder, 'c.txt'), ['after'], { isPrivate: true });

    const usual = await modeOf('usual.txt');
    expect(await Promise.all(['a.txt', 'b.txt', 'c.txt', 'link.txt', 'new.txt'].map(modeOf))).toEqual([
      ...['600', '666', '600'],
      ...[usual, usual],
    ]);
  });

  it('leaves what was there when the process exits meanwhile, and nothing beside it', async () => {
    await writeFile(join(folder, 'a.txt'), 'before');
    const processes = new ScriptProcesses();
    const script = new URL('./test-support/exit-while-writing.ts', import.meta.url);
    const { child, exited } = processes.start(script, [join(folder, 'a.txt')]);

    await exited;
    await processes.dispose();

    expect(child.exitCode).toBe(130);
    expect(await readdir(folder)).toEqual(['a.txt']);
    expect(await readFile(join(folder, 'a.txt'), 'utf8')).toBe('before');
  });

  it('listens for the end of the process only while it writes', async () => {
    const before = process.listenerCount('exit');
    let during = 0;
    function* listening(): Generator<string> {
      during = process.listenerCount('exit');
      yield 'text';
    }

    await replaceFile(join(folder, 'a.txt'), listening());

    expect([during, process.listenerCount('exit')]).toEqual([before + 1, before]);
  });
});
