import type { ILexichordRuntime } from '@lexichord/abstractions';

import type { AskOptions, ProcessReply } from './ask/ask-processes.js';
import type { ControlRequest, ControlHandlers } from './control-protocol.js';
import type { ControlServer } from './serve/control-server.js';

/**
 * Asks every process that serves a workspace, all at once. One that has ended, or whose port has another process, is
 * forgotten and not among the answers.
 *
 * @param stateFolder absolute, of the workspace; need not exist
 * @returns in the order of process ids
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
 * Makes a process that follows the files reachable for commands, on a port of the loopback interface that users need not
 * know. A panel answers commands by itself.
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
