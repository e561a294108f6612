import { type ConnectOptions, connectWarmProcess } from './connect-warm-process.js';
import type { RunRequest } from './warm-protocol.js';
import type { WarmRecord } from './warm-record.js';

/** How long a process may say nothing while it runs a command, in milliseconds; it says every second that it is there. */
const silenceMs = 15_000;

/** Where what a run prints goes. */
export interface RunSinks {
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
}

/** What became of a run. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly exitCode: number }
  /** Nothing was printed: the command can run here. */
  | { readonly kind: 'not-run'; readonly reason: string }
  /** The process ended when something was printed already. */
  | { readonly kind: 'broken' };

/** How a run is asked for. */
export interface RunOptions extends ConnectOptions, RunSinks {
  /** Of this program; a process of another one is asked nothing. */
  readonly identity: string;
}

/**
 * Has a warm process run a command line. What it prints is passed on as it comes. Once the signal aborts, the process is
 * told by the end of the connection, and the outcome does not matter.
 */
export async function runWarm(
  record: WarmRecord,
  run: RunRequest,
  { identity, stdout, stderr, ...options }: RunOptions,
): Promise<RunOutcome> {
  const connection = await connectWarmProcess(record, options);
  if (connection === undefined) return notRun(`process ${record.pid} does not answer`);
  try {
    if (connection.identity !== identity) return notRun(`process ${record.pid} is of another version`);
    let isPrinted = false;
    for await (const reply of connection.ask({ ask: 'run', run }, silenceMs)) {
      if ('out' in reply || 'err' in reply) isPrinted = true;
      if ('out' in reply) stdout(reply.out);
      else if ('err' in reply) stderr(reply.err);
      else if ('exit' in reply) return { kind: 'done', exitCode: reply.exit };
      else if ('refused' in reply) return notRun(reply.refused);
    }
    return isPrinted ? { kind: 'broken' } : notRun(`process ${record.pid} ended before it answered`);
  } finally {
    connection.close();
  }
}

function notRun(reason: string): RunOutcome {
  return { kind: 'not-run', reason };
}
