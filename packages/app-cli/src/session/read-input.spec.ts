import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { aChatFolder } from '../test-support/memory-workspace.js';
import { runToError } from '../test-support/run-command.js';

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
