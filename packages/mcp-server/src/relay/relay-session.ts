import type { Readable, Writable } from 'node:stream';

import { type Leaving, LineSplitter, type SessionEvent, hasRoom } from '@lexichord/control/warm';

import { maxMessageBytes, messageTooLong } from '../serving/message-limit.js';
import { type RelayedLines, SessionRecord } from './session-record.js';

/** A server that a session is relayed to: that of another process, or one of this process. */
export interface SessionServer {
  /** Whether it belongs to another process, which must not get all requests at once. */
  readonly isBounded: boolean;
  /** In order, until it has gone. */
  readonly events: AsyncIterable<SessionEvent>;
  /** Resolves when it takes more, and when it has gone. */
  send(text: string): Promise<void>;
  /** The client sends no more. */
  end(): void;
  /** No client waits for its answers. */
  close(): void;
}

/** Why the next server is needed. */
export interface ServerEnd extends Leaving {
  /** Whether the client has subscribed to more than another process may hold for it. */
  readonly needsOwn: boolean;
}

/** The client of a session, and what it is served by next. */
export interface RelayOptions {
  /** Is closed at the end. */
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the session. */
  readonly signal?: AbortSignal | undefined;
  /** Finds or opens another server, when one has gone before the session ends. */
  readonly next: (end: ServerEnd) => Promise<SessionServer>;
}

/**
 * Passes the messages of a client on to a server, and what it answers back, as they are. When the server goes, the
 * session goes on with the next one: it is opened there as it was, requests without an answer are made again, unless
 * they write, and subscriptions, too.
 *
 * @returns the exit code of the server by which the session ended; 0 when the client ended it
 * @throws {LexichordError} `io-failed` for a message that is too long; what `next` throws
 */
export async function relaySession(first: SessionServer, options: RelayOptions): Promise<number> {
  const relay = new SessionRelay(options);
  try {
    return await relay.run(first);
  } finally {
    options.input.destroy();
  }
}

class SessionRelay {
  private readonly record = new SessionRecord();
  private server: SessionServer | undefined;
  private sending: Promise<void> = Promise.resolve();
  private isClientDone = false;

  constructor(private readonly options: RelayOptions) {}

  async run(first: SessionServer): Promise<number> {
    // Lines that come before have no receiver.
    this.server = first;
    const { output } = this.options;
    output.on('error', () => this.endServer());
    return Promise.race([this.serve(first), this.failure()]);
  }

  /** Takes what the client sends. Rejects when that fails, and does nothing when it ends: the server ends the session. */
  private async failure(): Promise<never> {
    try {
      await this.takeInput();
    } catch (error) {
      this.server?.close();
      throw error;
    }
    return new Promise(() => undefined);
  }

  private async serve(first: SessionServer): Promise<number> {
    let server = first;
    for (;;) {
      const end = await this.follow(server);
      server.close();
      if (typeof end === 'number') return end;
      if (this.isOver()) return 0;
      this.server = undefined;
      await this.deliver(this.record.part());
      server = await this.options.next(end);
      this.server = server;
      await this.deliver(this.record.resume(server));
      if (this.isOver()) server.end();
    }
  }

  private isOver(): boolean {
    return this.isClientDone || this.options.signal?.aborted === true;
  }

  /** @returns the exit code of the server, where the session has ended with it */
  private async follow(server: SessionServer): Promise<number | ServerEnd> {
    const splitter = new LineSplitter();
    let end: ServerEnd = { isStopped: false, needsOwn: false };
    let isLeaving = false;
    for await (const event of server.events) {
      if ('exit' in event) return isLeaving && !this.isOver() ? end : event.exit;
      if ('leaving' in event) {
        isLeaving = true;
        end = { ...end, ...event.leaving };
        this.record.leave();
      } else {
        for (const line of splitter.take(Buffer.from(event.out))) await this.deliver(this.record.fromServer(line));
      }
      if (this.record.needsOwnServer) this.record.leave();
      if (this.record.canLeave) break;
    }
    return { ...end, needsOwn: this.record.needsOwnServer };
  }

  private async takeInput(): Promise<void> {
    const splitter = new LineSplitter();
    try {
      for await (const chunk of this.options.input as AsyncIterable<Buffer | string>) {
        for (const line of splitter.take(Buffer.from(chunk))) await this.takeLine(line);
        if (splitter.restBytes > maxMessageBytes) throw messageTooLong();
      }
    } finally {
      await this.sending;
      this.endServer();
    }
  }

  private async takeLine(line: string): Promise<void> {
    await this.deliver(this.record.fromClient(line));
    await this.sending;
    if (!this.record.needsOwnServer) return;
    this.record.leave();
    if (this.record.canLeave) this.server?.close();
  }

  private endServer(): void {
    this.isClientDone = true;
    this.server?.end();
  }

  /** Input is taken from the client only while the client reads answers. */
  private async deliver({ toClient, toServer }: RelayedLines): Promise<void> {
    const { output } = this.options;
    const { server } = this;
    if (toServer.length > 0) {
      const text = toServer.map((line) => `${line}\n`).join('');
      this.sending = this.sending.then(() => server?.send(text));
    }
    for (const line of toClient) {
      if (output.destroyed || output.errored !== null) return;
      if (!output.write(`${line}\n`)) await hasRoom(output);
    }
  }
}
