import { Writable } from 'node:stream';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import {
  type HttpServerOptions,
  type McpServerOptions,
  startHttpServer,
  startStdioServer,
} from '@lexichord/mcp-server';

import type { CommandIo, TextSink } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { countOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { exitCodeOfInterruption, interrupted } from '../interruption.js';
import { withCommandServer } from '../warm/with-command-server.js';

const maxPort = 65_535;

/** `lexichord mcp`. Runs until the client ends the connection, or until it is interrupted. */
export const runMcp: CommandRun = (invocation, io) => {
  const { globals } = invocation;
  const port = countOption(invocation, 'http', { flag: '--http', min: 0, max: maxPort });
  if (port === undefined && globals.json) {
    throw usageError('Standard output belongs to the protocol: leave --json out, or serve with --http.');
  }
  const serving = { kind: 'mcp', globals, io, watchConfiguration: true, isShared: true } as const;
  return withCommandServer(serving, ({ runtime, settings }) => {
    const { budgetTokens: defaultBudgetTokens } = settings.configuration.values.mcp;
    const options = { defaultBudgetTokens };
    return port === undefined
      ? serveClient(runtime, options, io)
      : serveHttp(runtime, { ...options, port }, { json: globals.json, io });
  });
};

/** Serves the client that has started this process. */
async function serveClient(runtime: ILexichordRuntime, options: McpServerOptions, io: CommandIo): Promise<number> {
  const server = startStdioServer(runtime, { ...options, input: io.stdin, output: toStream(io.stdout) });
  io.stderr.write('Serving this workspace by the Model Context Protocol on standard input and output.\n');
  try {
    await Promise.race([server.ended, interrupted(io.signal)]);
  } finally {
    await server.close();
  }
  return io.signal?.aborted === true ? exitCodeOfInterruption(io.signal) : ExitCode.done;
}

/** Serves any number of clients until it is interrupted. The address alone goes to standard output, for a script. */
async function serveHttp(
  runtime: ILexichordRuntime,
  options: HttpServerOptions,
  { json, io }: { readonly json: boolean; readonly io: CommandIo },
): Promise<number> {
  const server = await startHttpServer(runtime, options);
  try {
    const { address, port } = server;
    io.stdout.write(json ? `${JSON.stringify({ address, port })}\n` : `${address}\n`);
    if (!json) io.stderr.write('Enter this address into clients on this machine. Ctrl+C stops the server.\n');
    await interrupted(io.signal);
    return exitCodeOfInterruption(io.signal);
  } finally {
    await server.close();
  }
}

function toStream(sink: TextSink): Writable {
  if (sink instanceof Writable) return sink;
  return new Writable({
    decodeStrings: false,
    write: (text, _encoding, written) => {
      sink.write(String(text));
      written();
    },
  });
}
