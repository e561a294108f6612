import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { flushFile, flushFolder, flushFolderAndAbove } from './flush-path.js';

const onLinux = process.platform === 'linux' ? it : it.skip;

function failWith(code: string): Promise<void> {
  return Promise.reject(Object.assign(new TypeError(code), { code }));
}

describe('flushing', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-flush-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is done for a file and a folder that are there', async () => {
    await writeFile(join(folder, 'a'), 'text');

    await expect(flushFile(join(folder, 'a'))).resolves.toBeUndefined();
    await expect(flushFolder(folder)).resolves.toBeUndefined();
  });

  it('fails for what is missing', async () => {
    await expect(flushFile(join(folder, 'a'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  onLinux('fails for a folder that is missing, and not for one whose file system cannot flush it', async () => {
    await expect(flushFolder(join(folder, 'a'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(flushFile('/proc/self')).rejects.toMatchObject({ code: 'EINVAL' });
    await expect(flushFolder('/proc/self')).resolves.toBeUndefined();
  });
});

describe('flushFolderAndAbove', () => {
  it.each(['EACCES', 'EPERM'])('goes up to the root, past folders that give %s', async (code) => {
    const flushed: string[] = [];
    await flushFolderAndAbove('/a/b', (path) => {
      flushed.push(path);
      return path === '/a' ? failWith(code) : Promise.resolve();
    });

    expect(flushed).toEqual(['/a/b', '/a', '/']);
  });

  it('fails when a folder cannot be flushed for another reason', async () => {
    await expect(flushFolderAndAbove('/a/b', () => failWith('EIO'))).rejects.toMatchObject({ code: 'EIO' });
  });
});
