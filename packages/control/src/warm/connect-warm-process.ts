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

/** Far more than a proof, a version and a challenge need: no more is collected from an unproved peer. */
const maxHelloBytes = 4_096;

/** Checks for silence within its time limit. */
const silentLooks = 15;

/** System errors for an address on which no process listens, and for a connection that the other side has ended. */
const endedCodes: readonly unknown[] = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/** How a process is connected to. */
export interface ConnectOptions {
  /** Default: two seconds. Zero: as long as the process lives. */
  readonly helloMs?: number | undefined;
  /** Ends the attempt, and the connection. */
  readonly signal?: AbortSignal | undefined;
}

/** Why there is no connection. */
export type Unreached =
  /** No process listens at the address, or not the one that wrote the record. */
  | 'gone'
  /**
   * A process may live there: it accepts connections, which the system does for one that is stopped, and has said nothing
   * in time; or the system does not let this process connect.
   */
  | 'busy';

/** A connection to a process that has proved that it wrote the record. */
export interface WarmConnection {
  readonly identity: string;
  /**
   * Sends the request, and gives the replies until the connection ends. It is ended when the caller waits for a reply and
   * the maximum silence of the process; zero: never.
   */
  ask(request: DistributiveOmit<WarmRequest, 'proof'>, silenceMs: number): AsyncGenerator<WarmReply, void, undefined>;
  /** Sends a line while the request is answered. Resolves when the process takes more, and when it has gone. */
  send(line: InputLine): Promise<void>;
  close(): void;
}

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

/**
 * Connects to a warm process. Nothing but a random text is sent before it has proved that it has the record's secret.
 * A socket that others could have made is not connected to.
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
  // An answer is as long as it is.
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
 * The time limit of a silent process. Unlike the timeout of a socket, sending does not extend it, because a stopped process
 * still receives for a while; and time in which this process was stopped itself does not count.
 */
class SilenceLimit {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onSilence: () => void) {}

  /** The caller waits for a message from now on. @param limitMs 0: no limit */
  start(limitMs: number): void {
    this.stop();
    if (limitMs === 0) return;
    let remaining = silentLooks;
    this.timer = setInterval(() => {
      remaining -= 1;
      if (remaining === 0) this.onSilence();
    }, limitMs / silentLooks);
  }

  /** The caller does not wait: without a reader the process cannot send more. */
  stop(): void {
    clearInterval(this.timer);
  }
}

/** The other end of a connection. */
interface Listener {
  /** Whether a process may listen there, although it sent nothing. */
  mayLive: boolean;
  readonly giveUp: () => void;
}

/** Ends the connection when the signal aborts. */
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
  // Read from the lines, too, which end with it.
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

/** Ends where the connection does, however it does. */
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
