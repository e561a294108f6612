import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { requireTemporaryFolder, temporaryFolder } from './temporary-folder.js';

describe('the folder for temporary files', () => {
  const { TMPDIR: before } = process.env;

  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });

  it('is left as it was found', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lexichord-temporary-'));
    process.env['TMPDIR'] = folder;

    await requireTemporaryFolder('/db');

    expect([temporaryFolder(), readdirSync(folder)]).toEqual([folder, []]);
    rmSync(folder, { recursive: true });
  });

  it('is named with the variable when nothing can be made in it', async () => {
    process.env['TMPDIR'] = '/no/such/folder';

    await expect(requireTemporaryFolder('/db')).rejects.toMatchObject({
      code: 'storage-failed',
      message: expect.stringMatching(/"\/no\/such\/folder".*Set TMPDIR/u) as string,
      details: { fault: 'no-temporary-folder', reason: 'ENOENT', address: '/db' },
    });
  });
});
