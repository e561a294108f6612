import type { Readable, Writable } from 'node:stream';

import { type Leaving, LineSplitter, type SessionEvent, hasRoom } from '@lexichord/control/warm';

import { maxMessageBytes, messageTooLong } from '../serving/message-limit.js';
import { type RelayedLines, SessionRecord } from './session-record.js';

/** A server of a relayed session, in another process or in this one. */
export interface SessionServer {
  /** Whether it is another process, for which concurrent requests are limited. */
  readonly isBounded: boolean;
  /** Events in order, until the server ends. */
  readonly events: AsyncIterable<SessionEvent>;
  /** Sends input. Resolves when the server accepts more, or has ended. */
  send(text: string): Promise<void>;
  /** Reports the end of the client's input. */
  end(): void;
  /** Closes the server; no client waits for its answers. */
  close(): void;
}

/** Reason why the next server is needed. */
export interface ServerEnd extends Leaving {
  /** Whether the client's subscriptions exceed the limit of another process. */
  readonly needsOwn: boolean;
}

/** Client of a session, and the source of further servers. */
export interface RelayOptions {
  /** Destroyed at the end. */
  readonly input: Readable;
  readonly output: Writable;
  /** Ends the session. */
  readonly signal?: AbortSignal | undefined;
  /** Finds or opens another server if one ends before the session does. */
  readonly next: (end: ServerEnd) => Promise<SessionServer>;
}

/**
 * Relays the messages of a client and its server. When the server ends, the session continues with the next one: its
 * opening, unanswered requests, unless they write, and subscriptions are repeated there.
 *
 * @returns the exit code of the server that ended the session; 0 if the client ended it
 * @throws {LexichordError} `io-failed` for a message that is too long; the errors of `next`
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
    // Set before the input is read: lines need a receiver.
    this.server = first;
    const { output } = this.options;
    output.on('error', () => this.endServer());
    return Promise.race([this.serve(first), this.failure()]);
  }

  /** Reads the client's input. Rejects if that fails; never resolves, because the server ends the session. */
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

  /** Relays events of a server. @returns its exit code if the session has ended with it */
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

  /** Sends lines to both sides, with back pressure of the client's output. */
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
