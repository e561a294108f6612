import type { Readable } from 'node:stream';

import { type ConnectOptions, type WarmConnection, connectWarmProcess } from './connect-warm-process.js';
import type { RunRequest } from './warm-protocol.js';
import type { WarmRecord } from './warm-record.js';

/** Maximum silence of a process while it runs a command, in milliseconds; it sends a sign of life every second. */
export const silenceMs = 15_000;

/** Streams of the command. */
export interface RunStreams {
  /** Read only if the run reads it. */
  readonly stdin: Readable;
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
}

/** Result of a run. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly exitCode: number }
  /** Nothing was printed, so this process can run the command. */
  | { readonly kind: 'not-run'; readonly reason: string }
  /** The process ended after output or input had begun. */
  | { readonly kind: 'broken'; readonly isInputRead: boolean };

/** Options of a run. */
export interface RunOptions extends ConnectOptions, RunStreams {
  /** Identity of this program; a process with a different one gets no request. */
  readonly identity: string;
}

/**
 * Runs a command line in a warm process, and passes its output on. An aborted signal closes the connection, which
 * cancels the run; the outcome is then meaningless.
 */
export async function runWarm(
  record: WarmRecord,
  run: RunRequest,
  { identity, ...options }: RunOptions,
): Promise<RunOutcome> {
  const connection = await connectWarmProcess(record, options);
  if (connection === 'busy') return notRun(`process ${record.pid} is busy`);
  if (connection === 'gone') return notRun(`process ${record.pid} does not answer`);
  try {
    if (connection.identity !== identity) return notRun(`process ${record.pid} runs another version`);
    return await follow(connection, run, { ...options, record });
  } finally {
    connection.close();
  }
}

async function follow(
  connection: WarmConnection,
  run: RunRequest,
  { record, stdin, stdout, stderr }: RunStreams & { readonly record: WarmRecord },
): Promise<RunOutcome> {
  let isBegun = false;
  let isInputRead = false;
  let stopInput = (): void => undefined;
  try {
    for await (const reply of connection.ask({ ask: 'run', run }, silenceMs)) {
      if ('exit' in reply) return { kind: 'done', exitCode: reply.exit };
      if ('refused' in reply && !isBegun) return notRun(reply.refused);
      if ('input' in reply) stopInput = sendInput(stdin, connection);
      else if ('out' in reply) stdout(reply.out);
      else if ('err' in reply) stderr(reply.err);
      isBegun ||= !('alive' in reply);
      isInputRead ||= 'input' in reply;
    }
    return isBegun ? { kind: 'broken', isInputRead } : notRun(`process ${record.pid} ended before it answered`);
  } finally {
    stopInput();
  }
}

/** Sends input to the process. @returns a function that stops it, so that input does not keep this process alive */
function sendInput(stdin: Readable, connection: WarmConnection): () => void {
  const send = (bytes: Buffer | string): void => void connection.send({ in: Buffer.from(bytes).toString('base64') });
  const end = (): void => void connection.send({ end: true });
  stdin.on('data', send).once('end', end).once('error', end);
  return () => {
    stdin.off('data', send).off('end', end).off('error', end);
    stdin.pause();
  };
}

function notRun(reason: string): RunOutcome {
  return { kind: 'not-run', reason };
}
