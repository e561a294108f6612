import type { ILexichordRuntime } from '@lexichord/abstractions';

import type { AskOptions, ServingAnswer } from './ask-processes.js';
import type { DoorQuestion, ServingDoor } from './door-protocol.js';
import type { DoorServer } from './door-server.js';

/**
 * Asks every process that serves a workspace, all at once. One that is not there any more, or is somebody else by now, is
 * forgotten and not among the answers.
 *
 * @param stateFolder absolute, of the workspace; need not exist
 * @returns in the order of process ids
 * @throws the signal's reason
 */
export async function askServing<Question extends DoorQuestion>(
  stateFolder: string,
  question: Question,
  options?: AskOptions,
): Promise<readonly ServingAnswer<Question>[]> {
  const { askProcesses } = await import('./ask-processes.js');
  return askProcesses(stateFolder, question, options);
}

/**
 * Makes a process that follows the files reachable for commands, on a port of the loopback interface that nobody has to
 * know. A panel has such a door already.
 *
 * @throws {LexichordError} `io-failed` when it cannot listen, or nobody can be told
 */
export async function startDoorServer(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  door: ServingDoor,
): Promise<DoorServer> {
  const { openDoorServer } = await import('./door-server.js');
  return openDoorServer(runtime, door);
}
