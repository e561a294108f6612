import type { Writable } from 'node:stream';

import type { TextSink } from '../command-io.js';

/** Codes of a closed pipe, as in `lexichord assemble … | head`. A closed pipe is no failure. */
const closedPipeCodes: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/**
 * Keeps a stream error from ending the process with a stack trace. Any error but a closed pipe, such as a full disk,
 * sets exit code 1.
 */
export function guardStream(
  stream: Writable,
  host: { exitCode?: number | string | null | undefined; stderr: Writable },
): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isClosedPipe(error)) return;
    host.exitCode = 1;
    if (stream !== host.stderr) host.stderr.write(`error: The output cannot be written: ${error.message}.\n`);
  });
}

/** Whether written text was lost; after a reader has closed the pipe, it was not. */
export function isOutputLost({ errored }: TextSink): boolean {
  return errored !== undefined && errored !== null && !isClosedPipe(errored);
}

function isClosedPipe({ code }: NodeJS.ErrnoException): boolean {
  return closedPipeCodes.includes(code);
}
