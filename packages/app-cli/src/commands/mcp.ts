import { Writable } from 'node:stream';

import { startStdioServer } from '@lexichord/mcp-server';

import type { TextSink } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { exitCodeOfInterruption, interrupted } from '../interruption.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord mcp`. Runs until the client ends the connection, or until it is interrupted. */
export const runMcp: CommandRun = ({ globals }, io) => {
  if (globals.json)
    throw usageError('--json is for results, and standard output belongs to the protocol. Leave it out.');
  return withRuntime({ globals, io, watchConfiguration: true }, async ({ runtime }) => {
    const server = startStdioServer(runtime, { input: io.stdin, output: toStream(io.stdout) });
    io.stderr.write('Serving this workspace by the Model Context Protocol on standard input and output.\n');
    await Promise.race([server.ended, interrupted(io.signal)]);
    await server.close();
    return io.signal?.aborted === true ? exitCodeOfInterruption(io.signal) : ExitCode.done;
  });
};

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
