import type { Readable, Writable } from 'node:stream';

import { IClock, type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

import type { ResourceChanges, Unsubscribe } from '../resources/resource-changes.js';
import { createServer } from './create-server.js';
import { maxMessageBytes, messageTooLong } from './message-limit.js';
import { type McpServerOptions, serveWorkspace } from './served-workspace.js';

/** How long a last message to a client may take, in milliseconds: one that was killed takes none. */
const closingMs = 1_000;

/** Options of a server on two streams. */
export interface StdioServerOptions extends McpServerOptions {
  readonly input: Readable;
  /** Gets messages of the protocol and nothing else. */
  readonly output: Writable;
}

/** A server for the client at the other end of two streams. */
export interface StdioServer {
  /**
   * Resolves when the client has ended the connection, or the server was closed.
   *
   * Rejects with `io-failed` when a message was too long: nothing behind it can be understood.
   */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves a workspace to one client by the Model Context Protocol over standard input and output. Both the current
 * revision of the protocol and the one before are spoken; the client's first message decides.
 */
export function startStdioServer(runtime: ILexichordRuntime, options: StdioServerOptions): StdioServer {
  const { input, output } = options;
  const log = runtime.resolve(ILogger).forSource('McpServer');
  const workspace = serveWorkspace(runtime, options);
  const unfollow = workspace.stores.start();
  // Every answer that waits for a slow client listens.
  output.setMaxListeners(0);
  const transport = new StdioServerTransport(input, output, { maxBufferSize: maxMessageBytes });
  const handle = serveStdio(({ era }) => createServer(workspace, { era, isLasting: true }), {
    transport,
    onerror: (error) => log.warn('A message of the client could not be dealt with', { reason: error.name }),
  });
  const release = countListening(transport, workspace.changes);
  let isClosing = false;
  const ended = new Promise<void>((resolve, reject) => {
    // A client ends a server by closing its input.
    input.once('end', resolve);
    input.once('close', resolve);
    // Before the transport, which closes by it: standard output has forgotten its error by then.
    output.prependOnceListener('error', () => resolve());
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      // Of itself it closes for one reason alone while both streams are open.
      if (isClosing || input.readableEnded || input.destroyed || output.errored !== null) resolve();
      else reject(messageTooLong());
    };
  });
  const close = (): Promise<void> =>
    new Promise((resolve, reject) => {
      isClosing = true;
      unfollow();
      release();
      const stop = runtime.resolve(IClock).startTimer(closingMs, resolve);
      void handle.close().then(resolve, reject).finally(stop);
    });
  const closed = ended.finally(close);
  // Who does not ask how it ended is not to be ended by it.
  closed.catch(() => undefined);
  return { ended: closed, close };
}

/**
 * Counts the subscriptions of a client of the current revision. The SDK answers these by itself, so the messages
 * are looked at as they come.
 *
 * @returns forgets all of it
 */
function countListening(transport: StdioServerTransport, changes: ResourceChanges): Unsubscribe {
  const listening = new Map<unknown, Unsubscribe>();
  const end = (id: unknown): void => {
    listening.get(id)?.();
    listening.delete(id);
  };
  const { onmessage } = transport;
  const send = transport.send.bind(transport);
  transport.send = (message) => {
    // An answer means that listening has ended, or was refused, as it is by the earlier revision.
    if ('id' in message && !('method' in message)) end(message.id);
    return send(message);
  };
  transport.onmessage = (message) => {
    if ('method' in message && message.method === 'subscriptions/listen' && 'id' in message) {
      end(message.id);
      listening.set(message.id, changes.addSubscriber());
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      end(message.params?.['requestId']);
    }
    onmessage?.(message);
  };
  return () => [...listening.keys()].forEach(end);
}
