import { realpathSync, rmSync, symlinkSync } from 'node:fs';
import { Readable } from 'node:stream';
import { join } from 'node:path';

import type { ILexichordRuntime } from '@lexichord/abstractions';

import { aFolder } from '../test-support/run-command.js';
import { readInput } from './read-input.js';
import { requireReadableInput } from './require-readable-input.js';
import { openInput } from './stream-input.js';

const onLinux = process.platform === 'linux' ? it : it.skip;

onLinux('a file that becomes a link to a denied one after it was judged is not read', async () => {
  const root = realpathSync(aFolder({ 'notes.md': 'text', '.env': 'KEY=1' }));
  const guard = { root, isDenied: (path: string) => path === '.env' };
  const runtime = { resolve: () => guard } as unknown as ILexichordRuntime;
  const io = { workingDirectory: root, stdin: Readable.from([]) };
  const judge = await requireReadableInput('notes.md', io, runtime);
  const before = await readInput('notes.md', io, { judge });
  rmSync(join(root, 'notes.md'));
  symlinkSync('.env', join(root, 'notes.md'));

  await expect(readInput('notes.md', io, { judge })).rejects.toMatchObject({ code: 'path-denied' });
  await expect(openInput('notes.md', io, judge)).rejects.toMatchObject({ code: 'path-denied' });
  expect(before).toBe('text');
});
