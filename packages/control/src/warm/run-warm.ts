import type { Readable } from 'node:stream';

import { type ConnectOptions, type WarmConnection, connectWarmProcess } from './connect-warm-process.js';
import type { RunRequest } from './warm-protocol.js';
import type { WarmRecord } from './warm-record.js';

/** Maximum silence of a process while it runs a command, in milliseconds; it sends a sign of life every second. */
export const silenceMs = 15_000;

/** The streams of the command. */
export interface RunStreams {
  /** Read only if the run reads it. */
  readonly stdin: Readable;
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
}

/** The result of a run. */
export type RunOutcome =
  | { readonly kind: 'done'; readonly exitCode: number }
  /** Nothing was printed: the command can run here. */
  | { readonly kind: 'not-run'; readonly reason: string }
  /** The process ended after output or input had begun; input cannot be read again. */
  | { readonly kind: 'broken'; readonly isInputRead: boolean };

/** Options of a run. */
export interface RunOptions extends ConnectOptions, RunStreams {
  /** Of this program; a process with another one gets no request. */
  readonly identity: string;
}

/**
 * Has a warm process run a command line. What it prints is passed on as it comes. Once the signal aborts, the process is
 * reported by the end of the connection, and the outcome does not matter.
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

/** @returns ends it, so that the input keeps nothing waiting */
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
