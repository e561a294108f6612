import { findWarmProcess, runWarm } from '@lexichord/control/warm';

import type { CommandIo, TextSink } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { programIdentity } from './program-identity.js';
import { relevantVariables } from './variables.js';

/**
 * Has the warm process of the workspace run the command line, if there is one.
 *
 * @param argv without the program's own name
 * @returns the exit code; `undefined` when the command is to run in this process, and nothing was printed
 * @throws the signal's reason
 * @throws {LexichordError} `io-failed` when the process ended in the middle of what it printed
 */
export async function answerWarm(
  argv: readonly string[],
  { globals }: Invocation,
  io: CommandIo,
): Promise<number | undefined> {
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
  const request = {
    ...{ argv, workingDirectory, environment: relevantVariables(environment) },
    stdin: { isTTY: (io.stdin as { readonly isTTY?: boolean }).isTTY === true },
    stdout: factsOf(io.stdout),
    stderr: factsOf(io.stderr),
  };
  const outcome = await runWarm(record, request, {
    identity: programIdentity(),
    stdin: io.stdin,
    stdout: (text) => io.stdout.write(text),
    stderr: (text) => io.stderr.write(text),
    signal,
  });
  signal?.throwIfAborted();
  if (outcome.kind === 'broken') {
    const { brokenAnswer } = await import('./broken-answer.js');
    throw brokenAnswer(record);
  }
  if (outcome.kind === 'done') {
    report(`The warm process ${record.pid} answered.`);
    return outcome.exitCode;
  }
  report(`The warm process did not answer, because ${outcome.reason}.`);
  return undefined;
}

function factsOf({ isTTY, columns }: TextSink): { readonly isTTY: boolean; readonly columns: number | undefined } {
  return { isTTY: isTTY === true, columns };
}
