import type { Writable } from 'node:stream';

/** A reader that has gone, as in `lexichord assemble … | head`, wants no more and is no failure. */
const goneCodes: readonly unknown[] = ['EPIPE', 'ERR_STREAM_DESTROYED'];

/**
 * Keeps a broken stream from ending the process with a stack trace. Anything but a reader that has gone, such as a full
 * disk, makes the process fail.
 */
export function guardStream(
  stream: Writable,
  host: { exitCode?: number | string | null | undefined; stderr: Writable },
): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (goneCodes.includes(error.code)) return;
    host.exitCode = 1;
    if (stream !== host.stderr) host.stderr.write(`error: The output cannot be written: ${error.message}.\n`);
  });
}
