import { type ConnectOptions, type WarmConnection, connectWarmProcess } from './connect-warm-process.js';
import { silenceMs } from './run-warm.js';
import type { Leaving, RunRequest, WarmReply } from './warm-protocol.js';
import type { WarmRecord } from './warm-record.js';

/** Bytes of one line of input, so that none is long. */
const maxPieceBytes = 64 * 1024;

/** The session in the process that serves it. */
export type SessionEvent =
  | { readonly out: string }
  | { readonly leaving: Leaving }
  /** The session has ended by itself. */
  | { readonly exit: number };

/** The session of a client in a warm process. */
export interface RelayedSession {
  /** In order, until the process has gone. */
  readonly events: AsyncIterable<SessionEvent>;
  /** Sends what the client does. Resolves when the process takes more, and when it has gone. */
  send(text: string): Promise<void>;
  /** The client sends no more. */
  end(): void;
  /** The client has gone. */
  close(): void;
}

/** The result of asking for a session. */
export type SessionOutcome =
  | { readonly kind: 'served'; readonly session: RelayedSession }
  /** It ended before it read anything, as with options that are wrong. */
  | { readonly kind: 'done'; readonly exitCode: number }
  /** Nothing was printed: it can be served here. */
  | { readonly kind: 'not-served'; readonly reason: string };

/** Options of a session request. */
export interface SessionOptions extends ConnectOptions {
  /** Of this program; a process with another one gets no request. */
  readonly identity: string;
  /** Gets messages for people. */
  readonly stderr: (text: string) => unknown;
}

/** Has a warm process serve the session of a client of this process, which passes on the messages of both sides. */
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
