import { execFileSync } from 'node:child_process';
import { realpathSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import type { ILexichordRuntime } from '@lexichord/abstractions';

import { aChatFolder } from '../test-support/memory-workspace.js';
import { aFolder, runToError } from '../test-support/run-command.js';
import { openInput, readInput, requireReadableInput } from './read-input.js';

/** A named pipe that nobody writes to, and a device that never ends. */
const whatIsNoFile = ['pipe', '/dev/zero'];

const commands = [
  'memory add FILE --conversation c',
  'memory import FILE --conversation c',
  'memory restore FILE',
  'knowledge import FILE',
  'knowledge restore FILE',
  'assemble x --template FILE',
  'pack x --template FILE',
  'debug tokenize --file FILE',
];

(process.platform === 'win32' ? describe.skip : describe)('what is no regular file', () => {
  it.each(commands.flatMap((command) => whatIsNoFile.map((name) => command.replace('FILE', name))))(
    'is refused at once, and not waited for: %s',
    async (command) => {
      const workingDirectory = aChatFolder();
      execFileSync('mkfifo', [join(workingDirectory, 'pipe')]);

      const error = await runToError(command.split(' '), { workingDirectory });

      expect(error).toMatchObject({
        exitCode: 2,
        code: 'invalid-argument',
        message: expect.stringContaining('is a pipe, a device or a socket') as string,
      });
    },
  );
});

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
