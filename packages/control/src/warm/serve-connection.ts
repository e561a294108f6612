import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

import type { ConnectionHandlers } from './connection-handlers.js';
import { linesOf, sendLine } from './lines.js';
import { serveSession } from './serve-session.js';
import {
  type Challenge,
  type RunRequest,
  type WarmReply,
  type WarmRequest,
  aliveMs,
  isProof,
  proofOf,
  randomText,
} from './warm-protocol.js';
import { parseObject } from './warm-record.js';

/** Maximum size of a request, in bytes: far more than a command line and its variables. */
const maxRequestBytes = 8_000_000;

/** Maximum silence of a connection before its request, in milliseconds. */
const requestMs = 5_000;

/**
 * Answers the single request of a connection. Never rejects; a client without a proof of the secret gets no answer.
 */
export async function serveConnection(socket: Socket, handlers: ConnectionHandlers): Promise<void> {
  // A disconnected command is no failure; its lines end.
  socket.on('error', () => undefined);
  socket.setTimeout(requestMs, () => socket.destroy());
  const lines = linesOf(socket, { maxBytes: maxRequestBytes });
  let ended: Promise<void> | undefined;
  try {
    const request = await receive(socket, lines, handlers);
    if (request === undefined) return;
    socket.setTimeout(0);
    const send = (reply: WarmReply): void => sendLine(socket, reply);
    if (request.ask === 'run') await answerRun(request.run, { lines, handlers, send });
    else if (request.ask === 'session') await serveSession(request.run, { socket, lines, handlers });
    else if (request.ask === 'describe') send({ description: handlers.describe() });
    else if (request.ask === 'wait') {
      // A waiting process sends nothing more, so the next line means the end of the connection.
      const isStopped = await Promise.race([handlers.left, lines.next()]);
      if (isStopped === true) send({ stopping: true });
    } else {
      await handlers.stop();
      send({ stopping: true });
      ended = handlers.released;
    }
  } catch {
    return;
  } finally {
    // A stop connection ends after the workspace is released; the process does not wait for it.
    if (ended === undefined) end(socket);
    else void ended.then(() => end(socket));
  }
}

function end(socket: Socket): void {
  socket.end();
  socket.destroySoon();
}

async function receive(
  socket: Socket,
  lines: AsyncGenerator<string, void, undefined>,
  { secret, identity }: ConnectionHandlers,
): Promise<WarmRequest | undefined> {
  const first = parseObject((await lines.next()).value ?? '') as Partial<Challenge> | undefined;
  if (first?.lexichord !== 1 || typeof first.challenge !== 'string') return undefined;
  const challenge = randomText();
  sendLine(socket, { proof: proofOf(secret, 'process', first.challenge), identity, challenge });
  const request = parseObject((await lines.next()).value ?? '') as WarmRequest | undefined;
  return isProof(request?.proof, proofOf(secret, 'command', challenge)) && isRequested(request) ? request : undefined;
}

/** Whether a request is supported; one with a valid proof may be of a later version. */
function isRequested(request: WarmRequest | undefined): boolean {
  return request !== undefined && ['run', 'session', 'describe', 'stop', 'wait'].includes(request.ask);
}

/** The connection of a run. */
interface RunConnection {
  /** Further messages of the command, until it disconnects. */
  readonly lines: AsyncGenerator<string, void, undefined>;
  readonly handlers: ConnectionHandlers;
  readonly send: (reply: WarmReply) => void;
}

async function answerRun(request: RunRequest, { lines, handlers, send }: RunConnection): Promise<void> {
  const gone = new AbortController();
  const stdin = new Readable({ read: once(() => send({ input: true })) });
  void takeInput(lines, stdin).then(() => gone.abort(new DOMException('The command has gone.', 'AbortError')));
  let stopTimer = (): void => undefined;
  const sayAlive = (): void => {
    send({ alive: true });
    stopTimer = handlers.clock.startTimer(aliveMs, sayAlive);
  };
  stopTimer = handlers.clock.startTimer(aliveMs, sayAlive);
  let refusal: string | undefined;
  const write = (reply: WarmReply): void => {
    if (refusal === undefined) send(reply);
  };
  try {
    const exitCode = await handlers.run(request, {
      stdin,
      stdout: (out) => write({ out }),
      stderr: (err) => write({ err }),
      refuse: (reason) => void (refusal ??= reason),
      signal: gone.signal,
    });
    send(refusal === undefined ? { exit: exitCode } : { refused: refusal });
  } finally {
    stopTimer();
  }
}

/** Passes input on. Resolves when the command disconnects. */
async function takeInput(lines: AsyncGenerator<string, void, undefined>, stdin: Readable): Promise<void> {
  try {
    for await (const line of lines) {
      const input = parseObject(line) as Partial<{ in: string; end: true }> | undefined;
      if (typeof input?.in === 'string') stdin.push(Buffer.from(input.in, 'base64'));
      else if (input?.end === true) stdin.push(null);
    }
  } catch {
    // The connection failed.
  }
  stdin.destroy();
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
