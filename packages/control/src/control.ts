import type { ILexichordRuntime } from '@lexichord/abstractions';

import type { AskOptions, ProcessReply } from './ask/ask-processes.js';
import type { ControlRequest, ControlHandlers } from './control-protocol.js';
import type { ControlServer } from './serve/control-server.js';

/**
 * Sends a request to every process that serves a workspace, in parallel. The record of a process that has ended, or
 * whose port has another process, is removed; it has no answer.
 *
 * @param stateFolder absolute path of the workspace's state; need not exist
 * @returns answers, sorted by process id
 * @throws the signal's reason
 */
export async function askServingProcesses<Question extends ControlRequest>(
  stateFolder: string,
  question: Question,
  options?: AskOptions,
): Promise<readonly ProcessReply<Question>[]> {
  const { askProcesses } = await import('./ask/ask-processes.js');
  return askProcesses(stateFolder, question, options);
}

/**
 * Starts a server in a process that follows files, on any free port of the loopback interface, so that commands can
 * reach it. A panel answers commands by itself.
 *
 * @throws {LexichordError} `io-failed` when it cannot listen, or cannot write its record
 */
export async function startControlServer(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  handlers: ControlHandlers,
): Promise<ControlServer> {
  const { openControlServer } = await import('./serve/control-server.js');
  return openControlServer(runtime, handlers);
}
