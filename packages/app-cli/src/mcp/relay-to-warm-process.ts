import { PassThrough, type Readable } from 'node:stream';

import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import {
  type RelayedSession,
  type WarmRecord,
  askSession,
  findWarmProcess,
  hasRoom,
  isUpdated,
} from '@lexichord/control/warm';
import { type ServerEnd, type SessionServer, relaySession } from '@lexichord/mcp-server/relay';

import type { RunningIo } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { exitCodeOfInterruption } from '../interruption.js';
import { programIdentity } from '../warm/program-identity.js';
import { requestOf } from '../warm/run-request.js';
import { toStream } from './to-stream.js';

/**
 * Lets the workspace's warm process, if any, serve the client of this process. When it ends, another one takes over, or
 * this process itself.
 *
 * @returns the exit code; `undefined` when this process must serve the client, of which nothing was read
 * @throws {LexichordError} `io-failed` when a message was too long, and when Lexichord was updated meanwhile
 */
export async function relayToWarmProcess(invocation: Invocation, io: RunningIo): Promise<number | undefined> {
  if (io.environment['LEXICHORD_WARM'] === 'off') return undefined;
  const relay = new McpRelay(invocation, io);
  const first = await relay.findServer();
  if (first === undefined || typeof first === 'number') return first;
  const exitCode = await relaySession(first, {
    input: io.stdin,
    output: toStream(io.stdout),
    signal: io.signal,
    next: (end) => relay.nextServer(end),
  });
  return io.signal?.aborted === true ? exitCodeOfInterruption(io.signal) : exitCode;
}

class McpRelay {
  /** Identity of this process at its start. */
  private readonly identity = programIdentity();
  /** Secrets of the processes already asked: none is asked twice. */
  private readonly asked = new Set<string>();

  constructor(
    private readonly invocation: Invocation,
    private readonly io: RunningIo,
  ) {}

  /** @returns the exit code of a session that ended before it read anything; `undefined` if no process serves it */
  async findServer(): Promise<SessionServer | number | undefined> {
    const { environment, workingDirectory, argv = [], signal, stderr } = this.io;
    const { workspace } = this.invocation.globals;
    const record = findWarmProcess({ workspace, workingDirectory, environment });
    if (record === undefined || this.asked.has(record.secret)) {
      this.report('No warm process serves this workspace.');
      return undefined;
    }
    this.asked.add(record.secret);
    const outcome = await askSession(record, requestOf(argv, this.io), {
      identity: this.identity,
      stderr: (text) => stderr.write(text),
      signal,
    });
    signal?.throwIfAborted();
    if (outcome.kind === 'done') return outcome.exitCode;
    if (outcome.kind === 'served') return this.serverOf(record, outcome.session);
    this.report(`The warm process does not serve this session, because ${outcome.reason}.`);
    return undefined;
  }

  /** @throws {LexichordError} `io-failed` when Lexichord was updated: the program of this process no longer exists */
  async nextServer({ isStopped, needsOwn }: ServerEnd): Promise<SessionServer> {
    if (isUpdated(this.identity, programIdentity)) throw updated();
    const found = needsOwn || isStopped ? undefined : await this.findServer();
    // A server that fails to open the workspace has printed the reason, and this process will print it again.
    if (found !== undefined && typeof found !== 'number') return found;
    this.report('This process serves the session itself.');
    return this.ownServer({ holdsWarm: !isStopped });
  }

  private serverOf(record: WarmRecord, session: RelayedSession): SessionServer {
    this.report(`The warm process ${record.pid} serves this session.`);
    return { ...session, isBounded: true };
  }

  private async ownServer({ holdsWarm }: { readonly holdsWarm: boolean }): Promise<SessionServer> {
    const { serveMcp } = await import('./serve-mcp.js');
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const { globals } = this.invocation;
    const exitCode = serveMcp({ globals, holdsWarm }, { ...this.io, stdin, stdout }).finally(() => stdout.end());
    // Readers of its output get the failure there.
    exitCode.catch(() => undefined);
    return {
      isBounded: false,
      events: eventsOf(stdout, exitCode),
      send: async (text) => {
        if (stdin.writable) stdin.write(text);
        await hasRoom(stdin);
      },
      end: () => void stdin.end(),
      close: () => void stdin.end(),
    };
  }

  private report(message: string): void {
    const { environment, stderr } = this.io;
    if (environment['LEXICHORD_WARM'] === 'report') stderr.write(`${message}\n`);
  }
}

async function* eventsOf(output: Readable, exitCode: Promise<number>): SessionServer['events'] {
  for await (const text of output.setEncoding('utf8')) yield { out: String(text) };
  yield { exit: await exitCode };
}

function updated(): LexichordError {
  return new LexichordError(
    ErrorCode.ioFailed,
    'The process that served this session has ended, and Lexichord was updated in the meantime. Start the server again.',
  );
}
