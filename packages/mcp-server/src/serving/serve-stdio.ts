import type { Readable, Writable } from 'node:stream';

import { IClock, type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

import type { ResourceChanges, Unsubscribe } from '../resources/resource-changes.js';
import { createServer } from './create-server.js';
import { maxMessageBytes, messageTooLong } from './message-limit.js';
import { type McpServerOptions, serveWorkspace } from './served-workspace.js';

/** Time limit for last messages to a client, in milliseconds; a killed client does not read them. */
const closingMs = 1_000;

/** Options of a stdio server. */
export interface StdioServerOptions extends McpServerOptions {
  readonly input: Readable;
  /** Receives only messages of the protocol. */
  readonly output: Writable;
}

/** A server for the client at the other end of two streams. */
export interface StdioServer {
  /**
   * Resolves when the client has ended the connection, or the server was closed. Rejects with `io-failed` after a
   * message that is too long.
   */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves a workspace to a client by the Model Context Protocol over standard input and output, in the current or the
 * earlier revision, depending on the client's first message.
 */
export function startStdioServer(runtime: ILexichordRuntime, options: StdioServerOptions): StdioServer {
  const { input, output } = options;
  const log = runtime.resolve(ILogger).forSource('McpServer');
  const workspace = serveWorkspace(runtime, options);
  const unfollow = workspace.stores.start();
  // Every answer that waits for a slow client adds a listener.
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
    // Before the transport's listener, which closes the transport, when standard output no longer has its error.
    output.prependOnceListener('error', () => resolve());
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      // While both streams are open, the transport itself only closes for a message that is too long.
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
  // A caller that does not read `ended` must not fail with an unhandled rejection.
  closed.catch(() => undefined);
  return { ended: closed, close };
}

/**
 * Counts the subscriptions of a client of the current revision by inspecting messages, because the SDK answers these
 * requests itself.
 *
 * @returns a function that ends all subscriptions
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
    // An answer means that listening has ended, or was rejected, as in the earlier revision.
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
