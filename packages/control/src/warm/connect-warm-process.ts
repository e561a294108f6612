import { type Socket, connect } from 'node:net';

import { type LineLimit, hasRoom, linesOf, sendLine } from './lines.js';
import {
  type Hello,
  type InputLine,
  type WarmReply,
  type WarmRequest,
  isProof,
  proofOf,
  randomText,
} from './warm-protocol.js';
import { type WarmRecord, parseObject } from './warm-record.js';
import { isTrustworthy } from './warm-socket.js';

/** Time limit for the first message of a process, in milliseconds: it may be busy with another command. */
const helloMs = 2_000;

/** Maximum size of the first message, in bytes: an unproved peer must not fill the memory. */
const maxHelloBytes = 4_096;

/** Number of checks for silence within its time limit. */
const silentLooks = 15;

/** System errors of an address without a listener, and of a connection that the other side has ended. */
const endedCodes: readonly unknown[] = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** Options of a connection. */
export interface ConnectOptions {
  /** Time limit for the first message. Default: two seconds. Zero: no limit. */
  readonly helloMs?: number | undefined;
  /** Ends the attempt, and the connection. */
  readonly signal?: AbortSignal | undefined;
}

/** Reason for a failed connection. */
export type Unreached =
  /** No process listens at the address, or not the one of the record. */
  | 'gone'
  /**
   * A process may be running: connections are accepted, even if it is stopped, but it has not answered in time; or the
   * system does not allow the connection.
   */
  | 'busy';

/** A connection to a process that has proved that it has the record's secret. */
export interface WarmConnection {
  readonly identity: string;
  /**
   * Sends the request, and yields the replies until the connection ends. Closes it when the caller has waited for a
   * reply for the maximum silence; zero: no limit.
   */
  ask(request: DistributiveOmit<WarmRequest, 'proof'>, silenceMs: number): AsyncGenerator<WarmReply, void, undefined>;
  /** Sends a line during the request. Resolves when the process accepts more, or has disconnected. */
  send(line: InputLine): Promise<void>;
  close(): void;
}

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

/**
 * Connects to a warm process. Sends only a random text before the process has proved that it has the record's secret.
 * Sockets that other users could have created are not used.
 */
export async function connectWarmProcess(
  record: WarmRecord,
  { helloMs: timeoutMs = helloMs, signal }: ConnectOptions = {},
): Promise<WarmConnection | Unreached> {
  if (!isTrustworthy(record.address)) return 'gone';
  if (signal?.aborted === true) return 'busy';
  const socket = connect({ path: record.address });
  const close = (): void => void socket.destroy();
  const listener = watch(socket, signal);
  const silence = new SilenceLimit(listener.giveUp);
  const limit: LineLimit = { maxBytes: maxHelloBytes };
  const lines = linesOf(socket, limit);
  const challenge = randomText();
  sendLine(socket, { lexichord: 1, challenge });
  silence.start(timeoutMs);
  const hello = await firstOf(lines);
  silence.stop();
  if (hello === undefined || !isProof(hello.proof, proofOf(record.secret, 'process', challenge))) {
    close();
    return listener.mayLive ? 'busy' : 'gone';
  }
  // The size of answers is not limited.
  limit.maxBytes = Infinity;
  const proof = proofOf(record.secret, 'command', hello.challenge);
  return {
    identity: hello.identity,
    close,
    send: (line) => {
      sendLine(socket, line);
      return hasRoom(socket);
    },
    ask: (request, silenceMs) => {
      sendLine(socket, { ...request, proof });
      return repliesOf(lines, { silence, silenceMs });
    },
  };
}

/**
 * Time limit for silence of a process. Unlike the timeout of a socket, sending does not extend it, because a stopped
 * process still receives for a while; and time in which this process itself was stopped does not count.
 */
class SilenceLimit {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onSilence: () => void) {}

  /** Starts the limit when the caller waits for a message. @param limitMs 0: no limit */
  start(limitMs: number): void {
    this.stop();
    if (limitMs === 0) return;
    let remaining = silentLooks;
    this.timer = setInterval(() => {
      remaining -= 1;
      if (remaining === 0) this.onSilence();
    }, limitMs / silentLooks);
  }

  /** Stops the limit when the caller does not wait: without a reader the process cannot send more. */
  stop(): void {
    clearInterval(this.timer);
  }
}

/** The other end of a connection. */
interface Listener {
  /** Whether a process may be listening, although it sent nothing. */
  mayLive: boolean;
  readonly giveUp: () => void;
}

/** Watches a connection; ends it when the signal aborts. */
function watch(socket: Socket, signal: AbortSignal | undefined): Readonly<Listener> {
  const listener: Listener = {
    mayLive: false,
    giveUp: () => {
      listener.mayLive = true;
      socket.destroy();
    },
  };
  const { giveUp } = listener;
  signal?.addEventListener('abort', giveUp, { once: true });
  socket.on('close', () => signal?.removeEventListener('abort', giveUp));
  // The reader of lines receives the error, too.
  socket.on('error', ({ code }: NodeJS.ErrnoException) => (listener.mayLive ||= !endedCodes.includes(code)));
  return listener;
}

async function firstOf(lines: AsyncGenerator<string, void, undefined>): Promise<Hello | undefined> {
  try {
    const { value } = await lines.next();
    const hello = typeof value === 'string' ? (parseObject(value) as Partial<Hello> | undefined) : undefined;
    const areTexts = [hello?.proof, hello?.identity, hello?.challenge].every((text) => typeof text === 'string');
    return areTexts ? (hello as Hello) : undefined;
  } catch {
    // No process listens, or it has ended.
    return undefined;
  }
}

/** Yields replies until the connection ends or fails. */
async function* repliesOf(
  lines: AsyncGenerator<string, void, undefined>,
  { silence, silenceMs }: { readonly silence: SilenceLimit; readonly silenceMs: number },
): AsyncGenerator<WarmReply, void, undefined> {
  try {
    silence.start(silenceMs);
    for await (const line of lines) {
      silence.stop();
      const reply = parseObject(line);
      if (reply !== undefined) yield reply as WarmReply;
      silence.start(silenceMs);
    }
  } catch {
    return;
  } finally {
    silence.stop();
  }
}
