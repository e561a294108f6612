import { type ConnectOptions, type WarmConnection, connectWarmProcess } from './connect-warm-process.js';
import { silenceMs } from './run-warm.js';
import type { Leaving, RunRequest, WarmReply } from './warm-protocol.js';
import type { WarmRecord } from './warm-record.js';

/** Maximum number of input bytes per line. */
const maxPieceBytes = 64 * 1024;

/** Event of a session, from the process that serves it. */
export type SessionEvent =
  | { readonly out: string }
  | { readonly leaving: Leaving }
  /** The session has ended. */
  | { readonly exit: number };

/** The session of a client in a warm process. */
export interface RelayedSession {
  /** Events in order, until the process disconnects. */
  readonly events: AsyncIterable<SessionEvent>;
  /** Sends input of the client. Resolves when the process accepts more input, or has disconnected. */
  send(text: string): Promise<void>;
  /** Reports the end of the client's input. */
  end(): void;
  /** Closes the connection, after the client has disconnected. */
  close(): void;
}

/** Result of a session request. */
export type SessionOutcome =
  | { readonly kind: 'served'; readonly session: RelayedSession }
  /** The session ended before it read any input, as with wrong options. */
  | { readonly kind: 'done'; readonly exitCode: number }
  /** Nothing was printed, so this process can serve the session. */
  | { readonly kind: 'not-served'; readonly reason: string };

/** Options of a session request. */
export interface SessionOptions extends ConnectOptions {
  /** Identity of this program; a process with a different one gets no request. */
  readonly identity: string;
  /** Receives messages for the user. */
  readonly stderr: (text: string) => unknown;
}

/** Requests a session in a warm process for a client of this process, which relays the messages of both sides. */
export async function askSession(
  record: WarmRecord,
  run: RunRequest,
  { identity, stderr, ...options }: SessionOptions,
): Promise<SessionOutcome> {
  const connection = await connectWarmProcess(record, options);
  if (connection === 'busy') return notServed(`process ${record.pid} is busy`);
  if (connection === 'gone') return notServed(`process ${record.pid} does not answer`);
  const outcome =
    connection.identity === identity
      ? await begin(connection, run, { record, stderr })
      : notServed(`process ${record.pid} runs another version`);
  if (outcome.kind !== 'served') connection.close();
  return outcome;
}

async function begin(
  connection: WarmConnection,
  run: RunRequest,
  { record, stderr }: Pick<SessionOptions, 'stderr'> & { readonly record: WarmRecord },
): Promise<SessionOutcome> {
  const replies = connection.ask({ ask: 'session', run }, silenceMs);
  for (;;) {
    const { value: reply } = await replies.next();
    if (reply === undefined) return notServed(`process ${record.pid} ended before it answered`);
    if ('refused' in reply) return notServed(reply.refused);
    if ('exit' in reply) return { kind: 'done', exitCode: reply.exit };
    if ('err' in reply) stderr(reply.err);
    if ('input' in reply) return { kind: 'served', session: sessionOf(connection, replies, stderr) };
  }
}

function sessionOf(
  connection: WarmConnection,
  replies: AsyncGenerator<WarmReply, void, undefined>,
  stderr: SessionOptions['stderr'],
): RelayedSession {
  return {
    events: eventsOf(replies, stderr),
    send: async (text) => {
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length; start += maxPieceBytes) {
        await connection.send({ in: bytes.toString('base64', start, start + maxPieceBytes) });
      }
    },
    end: () => void connection.send({ end: true }),
    close: () => connection.close(),
  };
}

async function* eventsOf(
  replies: AsyncGenerator<WarmReply, void, undefined>,
  stderr: SessionOptions['stderr'],
): AsyncGenerator<SessionEvent, void, undefined> {
  for await (const reply of replies) {
    if ('err' in reply) stderr(reply.err);
    else if ('out' in reply || 'leaving' in reply || 'exit' in reply) yield reply;
  }
}

function notServed(reason: string): SessionOutcome {
  return { kind: 'not-served', reason };
}
