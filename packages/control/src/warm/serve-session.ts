import type { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';

import type { ConnectionHandlers } from './connection-handlers.js';
import { hasRoom, sendLine } from './lines.js';
import { type RunRequest, type WarmReply, aliveMs } from './warm-protocol.js';
import { parseObject } from './warm-record.js';

/** Maximum size of buffered answers, in bytes: beyond it, the client's input is not read. */
const maxWaitingBytes = 1024 * 1024;

/** The connection of a session. */
export interface SessionConnection {
  readonly socket: Socket;
  /** Messages of the session, until the relay disconnects. */
  readonly lines: AsyncGenerator<string, void, undefined>;
  readonly handlers: ConnectionHandlers;
}

/**
 * Serves a session that another process relays for its client, until the client ends it or the relay disconnects. Both
 * directions have back pressure, so that no client can fill the memory of this process.
 */
export async function serveSession(request: RunRequest, { socket, lines, handlers }: SessionConnection): Promise<void> {
  const send = (reply: WarmReply): void => sendLine(socket, reply);
  const gone = new AbortController();
  const stdin = new SessionInput(() => send({ input: true }));
  const leave = (): void => {
    gone.abort(new DOMException('The client has gone.', 'AbortError'));
    stdin.destroy();
  };
  socket.once('close', leave);
  const stdout = outputTo(socket);
  void takeInput(lines, { stdin, stdout }).then(leave);
  const removeListener = handlers.onLeaving((leaving) => send({ leaving }));
  let stopTimer = (): void => undefined;
  const sayAlive = (): void => {
    // Signs of life must not accumulate for a client that does not read.
    if (!socket.writableNeedDrain) send({ alive: true });
    stopTimer = handlers.clock.startTimer(aliveMs, sayAlive);
  };
  stopTimer = handlers.clock.startTimer(aliveMs, sayAlive);
  let refusal: string | undefined;
  try {
    const exitCode = await handlers.session(request, {
      ...{ stdin, stdout },
      stderr: (err) => {
        if (refusal === undefined) send({ err });
      },
      refuse: (reason) => void (refusal ??= reason),
      signal: gone.signal,
    });
    await new Promise<unknown>((resolve) => stdout.end(resolve));
    send(refusal === undefined ? { exit: exitCode } : { refused: refusal });
  } finally {
    stopTimer();
    removeListener();
    socket.off('close', leave);
    stdin.destroy();
  }
}

/** Standard input with back pressure, which reports its first read. */
class SessionInput extends Readable {
  private isAsked = false;
  private isEnded = false;
  private resolveRoom: () => void = () => undefined;

  constructor(private readonly onFirstRead: () => void) {
    super();
    this.on('close', () => this.resolveRoom());
  }

  override _read(): void {
    if (!this.isAsked) this.onFirstRead();
    this.isAsked = true;
    this.resolveRoom();
  }

  /** Resolves when the stream accepts more data, or is closed. */
  async add(bytes: Buffer): Promise<void> {
    if (this.destroyed || this.isEnded || this.push(bytes)) return;
    await new Promise<void>((resolve) => (this.resolveRoom = resolve));
  }

  finish(): void {
    if (!this.isEnded) this.push(null);
    this.isEnded = true;
  }
}

function outputTo(socket: Socket): Writable {
  return new Writable({
    decodeStrings: false,
    highWaterMark: maxWaitingBytes,
    write: (text, _encoding, written) => {
      sendLine(socket, { out: String(text) });
      void hasRoom(socket).then(() => written());
    },
  });
}

/** Passes input on. Resolves at the end of the messages. */
async function takeInput(
  lines: AsyncGenerator<string, void, undefined>,
  { stdin, stdout }: { readonly stdin: SessionInput; readonly stdout: Writable },
): Promise<void> {
  try {
    for await (const line of lines) {
      const input = parseObject(line) as Partial<{ in: string; end: true }> | undefined;
      if (typeof input?.in === 'string') await stdin.add(Buffer.from(input.in, 'base64'));
      else if (input?.end === true) stdin.finish();
      await hasRoom(stdout);
    }
  } catch {
    // The connection failed.
  }
}
