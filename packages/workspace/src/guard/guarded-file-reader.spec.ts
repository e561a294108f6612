import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOptions } from '@lexichord/platform/internal';
import { RecordingLogger } from '@lexichord/testing';

import { workspaceOptionsSchema } from '../workspace-options.js';
import { GuardedFileReader } from './guarded-file-reader.js';
import { WorkspaceGuard } from './workspace-guard.js';

describe('GuardedFileReader', () => {
  let root: string;

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-reader-')));
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  const aReader = (deny: string[] = []) => {
    const options = parseOptions(workspaceOptionsSchema, { root, deny, maxFileSizeBytes: 1 }, 'options');
    return new GuardedFileReader(new WorkspaceGuard(options, new RecordingLogger()));
  };

  it('gives the bytes of a file up to the size of the call, whatever the size of documents', async () => {
    await writeFile(join(root, 'a.yml'), Buffer.from([0, 255, 10]));

    expect([...(await aReader().readBytes('a.yml', { maxSizeBytes: 3 }))]).toEqual([0, 255, 10]);
  });

  it('refuses what is larger, denied or absent', async () => {
    await writeFile(join(root, 'a.yml'), 'four');
    const codeOf = (path: string, deny: string[] = []) =>
      aReader(deny)
        .readBytes(path, { maxSizeBytes: 3 })
        .catch((error: unknown) => error);

    expect(await codeOf('a.yml')).toMatchObject({ code: 'file-too-large' });
    expect(await codeOf('a.yml', ['*.yml'])).toMatchObject({ code: 'path-denied' });
    expect(await codeOf('b.yml')).toMatchObject({ code: 'not-found' });
  });

  it('rejects with the reason of a signal that was aborted', async () => {
    await writeFile(join(root, 'a.yml'), 'a');
    const reason = new DOMException('stop', 'AbortError');

    const read = aReader().readBytes('a.yml', { maxSizeBytes: 3, signal: AbortSignal.abort(reason) });

    await expect(read).rejects.toBe(reason);
  });
});
