import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { renamePatiently } from './rename-patiently.js';

describe('renamePatiently', () => {
  let folder: string;
  let attempts: number;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lexichord-rename-'));
    attempts = 0;
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Fails as Windows does while another program has the file open. */
  const heldFor =
    (failures: number, code = 'EPERM') =>
    async (from: string, to: string): Promise<void> => {
      attempts += 1;
      if (attempts <= failures) throw Object.assign(new Error('held'), { code });
      await rename(from, to);
    };

  const move = (renameOnce: typeof rename): Promise<void> =>
    renamePatiently(join(folder, 'new'), join(folder, 'old'), { delaysMs: [0, 0], renameOnce });

  it.each(['EPERM', 'EACCES', 'EBUSY'])('renames a file that is held for a moment (%s)', async (code) => {
    await writeFile(join(folder, 'old'), 'old');
    await writeFile(join(folder, 'new'), 'new');

    await move(heldFor(2, code) as typeof rename);

    expect(await readFile(join(folder, 'old'), 'utf8')).toBe('new');
  });

  it('gives up on one that is held for long, and on other errors at once', async () => {
    await expect(move(heldFor(3) as typeof rename)).rejects.toMatchObject({ code: 'EPERM' });
    expect(attempts).toBe(3);
    attempts = 0;
    await expect(move(heldFor(1, 'ENOSPC') as typeof rename)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(attempts).toBe(1);
  });

  it('does not wait for a folder in the way', async () => {
    await mkdir(join(folder, 'old'));

    await expect(move(heldFor(1) as typeof rename)).rejects.toMatchObject({ code: 'EPERM' });
    expect(attempts).toBe(1);
  });
});
