import { connect } from 'node:net';
import { dirname } from 'node:path';

import { type LineLimit, linesOf, sendLine } from './lines.js';
import { isPrivate } from './warm-folder.js';
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

/** What a process must have said within this time, in milliseconds: it may be busy with another command. */
const helloMs = 2_000;

/** Far more than a proof, a version and a challenge have: what has not proved anything yet is not collected. */
const maxHelloBytes = 4_096;

/** How a process is connected to. */
export interface ConnectOptions {
  /** Default: two seconds. Zero: as long as the process lives. */
  readonly helloMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A connection to a process that has proved that it wrote the record. */
export interface WarmConnection {
  readonly identity: string;
  /** Sends the request, and gives the replies until the connection ends. */
  ask(request: DistributiveOmit<WarmRequest, 'proof'>, silenceMs: number): AsyncGenerator<WarmReply, void, undefined>;
  /** Sends a line while the request is answered. */
  send(line: InputLine): void;
  close(): void;
}

type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

/**
 * Connects to a warm process. Nothing but a random text is sent before it has proved that it knows the record's secret.
 *
 * @returns `undefined` for a socket that others could have made, one that nobody listens on, and a process without proof
 */
export async function connectWarmProcess(
  record: WarmRecord,
  { helloMs: timeoutMs = helloMs, signal }: ConnectOptions = {},
): Promise<WarmConnection | undefined> {
  if (!isTrustworthy(record.address) || signal?.aborted === true) return undefined;
  const socket = connect({ path: record.address });
  const close = (): void => void socket.destroy();
  signal?.addEventListener('abort', close, { once: true });
  // Read from the lines, which end with it.
  socket.on('error', () => undefined);
  socket.on('close', () => signal?.removeEventListener('abort', close));
  socket.setTimeout(timeoutMs, close);
  const limit: LineLimit = { maxBytes: maxHelloBytes };
  const lines = linesOf(socket, limit);
  const challenge = randomText();
  sendLine(socket, { lexichord: 1, challenge });
  const hello = await firstOf(lines);
  if (hello === undefined || !isProof(hello.proof, proofOf(record.secret, 'process', challenge))) {
    close();
    return undefined;
  }
  // An answer is as long as it is.
  limit.maxBytes = Infinity;
  const proof = proofOf(record.secret, 'command', hello.challenge);
  return {
    identity: hello.identity,
    close,
    send: (line) => sendLine(socket, line),
    ask: (request, silenceMs) => {
      socket.setTimeout(silenceMs);
      sendLine(socket, { ...request, proof });
      return repliesOf(lines);
    },
  };
}

/** Whether only this user can listen there. The names of Windows' pipes are random, and known from the record alone. */
function isTrustworthy(address: string): boolean {
  if (process.platform === 'win32') return true;
  return isPrivate(dirname(address), 'folder') && isPrivate(address, 'socket');
}

async function firstOf(lines: AsyncGenerator<string, void, undefined>): Promise<Hello | undefined> {
  try {
    const { value } = await lines.next();
    const hello = typeof value === 'string' ? (parseObject(value) as Partial<Hello> | undefined) : undefined;
    const areTexts = [hello?.proof, hello?.identity, hello?.challenge].every((text) => typeof text === 'string');
    return areTexts ? (hello as Hello) : undefined;
  } catch {
    // Nobody listens, or whoever does has gone.
    return undefined;
  }
}

/** Ends where the connection does, however it does. */
async function* repliesOf(lines: AsyncGenerator<string, void, undefined>): AsyncGenerator<WarmReply, void, undefined> {
  try {
    for await (const line of lines) {
      const reply = parseObject(line);
      if (reply !== undefined) yield reply as WarmReply;
    }
  } catch {
    return;
  }
}
