import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import type { ControlHandlers } from '@lexichord/control';

import { aFolder, runCommand } from '../test-support/run-command.js';
import { serveDuringTests } from '../test-support/serving-process.js';

const problem = new LexichordError(ErrorCode.ioFailed, 'The disk\u001b[2J is full.');
const failing = (): Promise<never> => Promise.reject(problem);
const handlersThatFail: ControlHandlers = {
  reloadConfiguration: failing,
  refresh: failing,
  describeWatch: failing,
  rereadStrategies: failing,
};

/** What a process that serves the workspace says is told; that it fails is a failure only where it was to do something. */
describe('commands that ask a process which cannot', () => {
  const workingDirectory = aFolder({ '.agent/.keep': '', 'a.md': '# A\n' });
  const run = (...argv: readonly string[]) => runCommand(argv, { workingDirectory });
  const warning = `warning: lexichord index --watch (process ${process.pid}) failed: The disk\\x1b[2J is full.\n`;
  serveDuringTests(workingDirectory, handlersThatFail);

  it.each([
    ['config reload', 1],
    ['context refresh', 1],
    ['debug watch', 0],
    ['strategies disable heading', 0],
  ])('%s says so, and ends with %d', async (line, exitCode) => {
    const result = await run(...line.split(' '));

    expect([result.exitCode, result.stderr]).toEqual([exitCode, warning]);
    expect(result.stdout).not.toContain('Neither');
    expect(result.stdout).not.toContain('successfully');
  });

  it.each([
    ['config reload', 'processes'],
    ['context refresh', 'processes'],
    ['debug watch', 'watchers'],
  ])('%s has it as JSON', async (line, key) => {
    const { stdout, stderr } = await run(...line.split(' '), '--json');

    const error = { code: 'io-failed', message: problem.message };
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ [key]: [{ pid: process.pid, kind: 'index', error }] });
    expect(JSON.parse(stdout)).not.toHaveProperty('message');
  });

  it('strategies has its own result alone as JSON', async () => {
    expect(JSON.parse((await run('strategies', 'enable', 'heading', '--json')).stdout)).toEqual({
      strategyId: 'heading',
      enabled: true,
    });
  });
});
