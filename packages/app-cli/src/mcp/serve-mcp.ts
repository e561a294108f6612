import type { ILexichordRuntime } from '@lexichord/abstractions';
import {
  type HttpServerOptions,
  type McpServerOptions,
  startHttpServer,
  startStdioServer,
} from '@lexichord/mcp-server';

import type { CommandIo, RunningIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { exitCodeOfInterruption, interrupted } from '../interruption.js';
import { type Session, withRuntime } from '../session/with-runtime.js';
import { withCommandServer } from '../warm/with-command-server.js';
import { toStream } from './to-stream.js';

/** Options of serving a workspace to agents. */
export interface McpServing {
  readonly globals: GlobalOptions;
  /** Port of this machine; absent: the client uses standard input and output. */
  readonly port?: number | undefined;
  /** Whether this process also answers other commands. Default: true. */
  readonly holdsWarm?: boolean | undefined;
}

/** Serves until the client ends the connection, or until it is interrupted. */
export function serveMcp({ globals, port, holdsWarm = true }: McpServing, io: RunningIo): Promise<number> {
  const work = ({ runtime, settings }: Session): Promise<number> => {
    const { budgetTokens: defaultBudgetTokens } = settings.configuration.values.mcp;
    const options = { defaultBudgetTokens };
    return port === undefined
      ? serveClient(runtime, options, io)
      : serveHttp(runtime, { ...options, port }, { json: globals.json, io });
  };
  const opening = { globals, io, watchConfiguration: true };
  // Another process with this workspace open already answers the commands.
  if (!holdsWarm || io.openRuntime !== undefined) return withRuntime(opening, work);
  return withCommandServer({ kind: 'mcp', ...opening, isShared: true }, work);
}

/** Serves the client of this process. */
async function serveClient(runtime: ILexichordRuntime, options: McpServerOptions, io: CommandIo): Promise<number> {
  const server = startStdioServer(runtime, { ...options, input: io.stdin, output: toStream(io.stdout) });
  io.stderr.write('Serving this workspace over the Model Context Protocol on standard input and output.\n');
  try {
    await Promise.race([server.ended, interrupted(io.signal)]);
  } finally {
    await server.close();
  }
  return io.signal?.aborted === true ? exitCodeOfInterruption(io.signal) : ExitCode.done;
}

/** Serves any number of clients until it is interrupted. Only the address goes to standard output, for scripts. */
async function serveHttp(
  runtime: ILexichordRuntime,
  options: HttpServerOptions,
  { json, io }: { readonly json: boolean; readonly io: CommandIo },
): Promise<number> {
  const server = await startHttpServer(runtime, options);
  try {
    const { address, port } = server;
    io.stdout.write(json ? `${JSON.stringify({ address, port })}\n` : `${address}\n`);
    if (!json) io.stderr.write('Use this address in clients on this machine. Press Ctrl+C to stop the server.\n');
    await interrupted(io.signal);
    return exitCodeOfInterruption(io.signal);
  } finally {
    await server.close();
  }
}
