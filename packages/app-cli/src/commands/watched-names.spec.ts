import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { secretExample } from '@lexichord/testing';

import { FollowedCommand } from '../test-support/followed-command.js';
import { aFolder, runCommand } from '../test-support/run-command.js';
import { serveDuringTests } from '../test-support/serving-process.js';

const token = secretExample('github', 1).text;
const environment = { LEXICHORD__SEARCH__MAX_FILE_SIZE_BYTES: '1000' };
const files = { '.agent/.keep': '', 'a.md': '# A\n', [`large-${token}.txt`]: 'word '.repeat(1_000) };

describe('names of files with secrets', () => {
  it.each([[[]], [['--json']]])('are not shown by context refresh %j', async (options) => {
    const argv = ['context', 'refresh', ...options];
    const { exitCode, stdout, stderr } = await runCommand(argv, { workingDirectory: aFolder(files), environment });

    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('large-[secret: github].txt');
    expect(stdout).not.toContain(token);
  });

  it('are not shown by index --watch', async () => {
    const command = new FollowedCommand(['index', '--watch'], { workingDirectory: aFolder(files), environment });
    await command.written('stderr', 'Following changes');

    expect(await command.interrupt()).toBe(130);
    expect(command.stdout).toContain('not indexed: large-[secret: github].txt (file-too-large)\n');
    expect(command.stdout + command.stderr).not.toContain(token);
  });

  describe('that another process says', () => {
    const workingDirectory = aFolder({ '.agent/.keep': '' });
    const failing = (): Promise<never> =>
      Promise.reject(new LexichordError(ErrorCode.ioFailed, `"${token}.md" cannot be read.`));
    const described = { active: true, folders: [], documents: [`${token}.md`], configurationFiles: [] };
    serveDuringTests(workingDirectory, {
      reloadConfiguration: failing,
      refresh: failing,
      describeWatch: () => Promise.resolve(described),
      rereadStrategies: failing,
    });

    it.each(['debug watch', 'debug watch --json', 'config reload', 'context refresh --json'])(
      'are not shown by %s',
      async (line) => {
        const { stdout, stderr } = await runCommand(line.split(' '), { workingDirectory });

        expect(stdout + stderr).toContain('[secret: github].md');
        expect(stdout + stderr).not.toContain(token);
      },
    );
  });
});
