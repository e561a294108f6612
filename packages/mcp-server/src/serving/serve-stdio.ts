import type { Readable, Writable } from 'node:stream';

import { IClock, type ILexichordRuntime, ILogger } from '@lexichord/abstractions';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';

import { createServer } from './create-server.js';
import { maxMessageBytes } from './message-limit.js';
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
  /** Resolves when the client has ended the connection, or the server was closed. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves a workspace to one client by the Model Context Protocol over standard input and output. Both the current revision
 * of the protocol and the one before are spoken; the client's first message decides.
 */
export function startStdioServer(runtime: ILexichordRuntime, options: StdioServerOptions): StdioServer {
  const { input, output } = options;
  const log = runtime.resolve(ILogger).forSource('McpServer');
  const workspace = serveWorkspace(runtime, options);
  const handle = serveStdio(({ era }) => createServer(workspace, { era, isLasting: true }), {
    transport: new StdioServerTransport(input, output, { maxBufferSize: maxMessageBytes }),
    onerror: (error) => log.warn('A message of the client could not be dealt with', { reason: error.name }),
  });
  const ended = new Promise<void>((resolve) => {
    // A client ends a server by closing its input.
    input.once('end', resolve);
    input.once('close', resolve);
    output.once('error', () => resolve());
  });
  const close = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = runtime.resolve(IClock).startTimer(closingMs, resolve);
      void handle.close().then(resolve, reject).finally(stop);
    });
  return { ended: ended.then(close), close };
}
