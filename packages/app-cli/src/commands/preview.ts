import { ReadStream, WriteStream } from 'node:tty';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import { type PreviewServer, createPreviewServer, startPreviewTerminal } from '@lexichord/runtime';

import type { CommandIo } from '../command-io.js';
import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { countOption, flagOption, optionalArgument, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { exitCodeOfInterruption, interrupted } from '../interruption.js';
import { hasColors } from '../output/text-layout.js';
import { pathInWorkspace } from '../packing/named-files.js';
import { withCommandServer } from '../warm/with-command-server.js';

/** The parsed options. */
interface PreviewOptions {
  readonly documentPath: string | undefined;
  readonly port: number | undefined;
  /** The terminal for `--tui`; absent for a browser. */
  readonly terminal: Terminal | undefined;
}

interface Terminal {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
  readonly isColored: boolean;
}

const maxPort = 65_535;

/** `lexichord preview`. Runs until it is interrupted, or closed in the terminal. */
export const runPreview: CommandRun = (invocation, io) => {
  const options = readOptions(invocation, io);
  const { globals } = invocation;
  // Viewers edit documents in its workspace.
  const serving = { kind: 'preview', globals, io, watchConfiguration: true, isShared: false } as const;
  return withCommandServer(serving, async ({ runtime }) => {
    runtime.license.require('WriterPro', '"lexichord preview"');
    const documentPath = await requireDocument(options.documentPath, runtime, io);
    const panel = await createPreviewServer(runtime, { port: options.port });
    try {
      if (options.terminal !== undefined) return await showIn(options.terminal, { panel, documentPath, io });
      printAddress(addressOf(panel.address, documentPath), { port: panel.port, json: globals.json }, io);
      await interrupted(io.signal);
      return exitCodeOfInterruption(io.signal);
    } finally {
      await panel.close();
    }
  });
};

function readOptions(invocation: Invocation, io: CommandIo): PreviewOptions {
  const port = countOption(invocation, 'port', { flag: '--port', max: maxPort });
  const terminal = flagOption(invocation, 'tui') ? terminalOf(invocation, io) : undefined;
  return { documentPath: optionalArgument(invocation, 0), port, terminal };
}

function terminalOf({ globals }: Invocation, { stdin, stdout, environment }: CommandIo): Terminal {
  if (globals.json) throw usageError('--tui cannot be combined with --json. Leave --json out.');
  if (stdin instanceof ReadStream && stdout instanceof WriteStream) {
    return { stdin, stdout, isColored: hasColors(stdout, environment) };
  }
  throw usageError('--tui needs a terminal. Leave it out to use a browser.');
}

interface ShownPanel {
  readonly panel: PreviewServer;
  readonly documentPath: string | undefined;
  readonly io: CommandIo;
}

/** Shows the panel until the user quits. Browsers and commands can use the same panel. */
async function showIn(terminal: Terminal, { panel, documentPath, io }: ShownPanel): Promise<number> {
  const connection = panel.hub.connect(`terminal-${process.pid}`);
  await startPreviewTerminal({ ...terminal, connection, documentPath, signal: io.signal });
  return io.signal?.aborted === true ? exitCodeOfInterruption(io.signal) : ExitCode.done;
}

/** @returns the path of the document in the workspace */
async function requireDocument(
  documentPath: string | undefined,
  runtime: ILexichordRuntime,
  { workingDirectory, signal }: CommandIo,
): Promise<string | undefined> {
  if (documentPath === undefined) return undefined;
  const { editor, workspaceRoot } = runtime;
  const path = await pathInWorkspace(documentPath, { workingDirectory, workspaceRoot });
  return (await editor.getDocument(path, { signal })).path;
}

function addressOf(address: string, documentPath: string | undefined): string {
  return documentPath === undefined ? address : `${address}?document=${encodeURIComponent(documentPath)}`;
}

/** Prints only the address to standard output, for scripts. */
function printAddress(
  address: string,
  { port, json }: { readonly port: number; readonly json: boolean },
  io: CommandIo,
): void {
  io.stdout.write(json ? `${JSON.stringify({ address, port })}\n` : `${address}\n`);
  if (!json) io.stderr.write('Open this address in a browser on this machine. Press Ctrl+C to stop the panel.\n');
}
