import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';

import type { IClock } from '@lexichord/abstractions';
import { PatientClock } from '@lexichord/testing';

import type { CommandIo } from '../command-io.js';
import { runCli } from '../run-cli.js';

/** Result of a command. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a test runs it. */
export interface RunOptions {
  /** The user's working folder; also the workspace, when it holds a marker. */
  readonly workingDirectory: string;
  readonly environment?: CommandIo['environment'];
  readonly stdin?: string | Buffer | Readable;
  /** Width of the terminal that both outputs are; absent: pipes. */
  readonly terminalColumns?: number;
  readonly signal?: AbortSignal;
  /** Default: the machine's time, with patient limits. */
  readonly clock?: IClock;
  /** Whether a warm process may answer. Default: no. */
  readonly asksWarmProcess?: boolean;
  /** Called with what is written to standard output, as it is written. */
  readonly onStdout?: (text: string) => void;
  /** Called with what is written to standard error, as it is written. */
  readonly onStderr?: (text: string) => void;
}

/** Runs a command line in this process, with the home folder of the test run. */
export async function runCommand(argv: readonly string[], options: RunOptions): Promise<CommandResult> {
  const stdout = new CollectedText(options.terminalColumns, options.onStdout);
  const stderr = new CollectedText(options.terminalColumns, options.onStderr);
  const exitCode = await runCli(argv, {
    stdout,
    stderr,
    stdin: toStream(options.stdin ?? ''),
    environment: { HOME: homedir(), NO_COLOR: '1', ...options.environment },
    workingDirectory: options.workingDirectory,
    signal: options.signal,
    clock: options.clock ?? new PatientClock(),
    asksWarmProcess: options.asksWarmProcess,
  });
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

/** A command's JSON, which must be all there is on standard output. */
export async function runJson(argv: readonly string[], options: RunOptions): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await runCommand([...argv, '--json'], options);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The error of a command that fails with `--json`; nothing else may be printed. */
export async function runToError(
  argv: readonly string[],
  options: RunOptions,
): Promise<{ readonly exitCode: number; readonly code: string; readonly message: string; readonly details: object }> {
  const { exitCode, stdout, stderr } = await runCommand(['--json', ...argv], options);
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  const { error } = JSON.parse(stderr) as { error: { code: string; message: string; details: object } };
  return { exitCode, ...error };
}

function toStream(input: string | Buffer | Readable): Readable {
  return input instanceof Readable ? input : Readable.from([Buffer.from(input)]);
}

class CollectedText {
  text = '';
  readonly isTTY: boolean;

  constructor(
    readonly columns: number | undefined,
    private readonly onText?: (text: string) => void,
  ) {
    this.isTTY = columns !== undefined;
  }

  write(text: string): void {
    this.text += text;
    this.onText?.(text);
  }
}

/** Contents of files by their path in a folder. */
export type FolderFiles = Readonly<Record<string, string | Buffer>>;

/** A folder with files by their path in it, removed when the tests of the file are done. */
export function aFolder(files: FolderFiles = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'lexichord-cli-')));
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
