import { findWarmProcess, runWarm } from '@lexichord/control/warm';

import type { CommandIo } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import type { PartialAnswer } from './complete-answer.js';
import { programIdentity } from './program-identity.js';
import { requestOf } from './run-request.js';

/**
 * Runs the command line in the workspace's warm process, if any.
 *
 * @param argv without the program's own name
 * @returns the exit code; the printed part, when the process ended in the middle of the answer; `undefined` when the
 * command must run in this process, and nothing was printed
 * @throws the signal's reason
 * @throws {LexichordError} `io-failed` when the process ended after it had read standard input, which cannot be read
 * again
 */
export async function answerWarm(
  argv: readonly string[],
  { globals }: Invocation,
  io: CommandIo,
): Promise<number | PartialAnswer | undefined> {
  const { environment, workingDirectory, signal } = io;
  const mode = environment['LEXICHORD_WARM'];
  if (mode === 'off') return undefined;
  const { workspace } = globals;
  const record = findWarmProcess({ workspace, workingDirectory, environment });
  const report = (message: string): void => {
    if (mode === 'report') io.stderr.write(`${message}\n`);
  };
  if (record === undefined) {
    report('No warm process serves this workspace.');
    return undefined;
  }
  const request = requestOf(argv, io);
  const printed = { stdout: '', stderr: '' };
  const print = (name: keyof typeof printed, text: string): void => {
    printed[name] += text;
    io[name].write(text);
  };
  const outcome = await runWarm(record, request, {
    identity: programIdentity(),
    stdin: io.stdin,
    stdout: (text) => print('stdout', text),
    stderr: (text) => print('stderr', text),
    signal,
  });
  signal?.throwIfAborted();
  if (outcome.kind === 'broken') {
    const { brokenAnswer } = await import('./complete-answer.js');
    if (outcome.isInputRead) throw brokenAnswer(record);
    report(`The warm process ${record.pid} ended in the middle of its answer, and this process answers the rest.`);
    return { record, ...printed };
  }
  if (outcome.kind === 'done') {
    report(`The warm process ${record.pid} answered.`);
    return outcome.exitCode;
  }
  report(`The warm process did not answer, because ${outcome.reason}.`);
  return undefined;
}
