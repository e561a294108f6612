import { raceWithSignal } from '@lexichord/platform/internal';

import type { RunningIo } from './command-io.js';
import type { CommandDefinition, Invocation } from './command-line/command-definition.js';
import { delayedSignal } from './interruption.js';

/**
 * Time limit of a serving command for closing its resources, in milliseconds: longer than the timeout of running
 * replies, and short for a waiting user.
 */
const closingMs = 3_000;

/**
 * Runs the command until it ends or the signal aborts, so that a command that ignores the signal does not block the
 * user.
 *
 * @returns the exit code
 */
export async function runUntilInterrupted(
  definition: CommandDefinition,
  invocation: Invocation,
  io: RunningIo,
): Promise<number> {
  const run = await definition.load();
  const { signal } = io;
  if (signal === undefined) return run(invocation, io);
  const isServing = definition.isServing?.(invocation) === true;
  return raceWithSignal(run(invocation, io), isServing ? delayedSignal(signal, closingMs) : signal);
}
