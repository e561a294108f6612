import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

import { type CommandIo, runCli } from 'lexichord';

import { repository } from './code-blocks.js';
import type { CommandLine } from './command-lines.js';

/** What a command left behind. */
export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a command is run. */
export interface RunOptions {
  /** Folder that the user is in. */
  readonly workspace: string;
  /** Of a command that goes on: the output with which it is ready. It is then interrupted. */
  readonly readyText?: string | undefined;
}

type RunnableLine = Pick<CommandLine, 'words'> & Partial<Pick<CommandLine, 'pipedFrom' | 'outputFile'>>;

/** Runs a line as a shell does: `lexichord` and the examples in this process, all else in one of its own. */
export async function runCommandLine(line: RunnableLine, options: RunOptions): Promise<CommandResult> {
  const input = line.pipedFrom === undefined ? undefined : await runProcess(line.pipedFrom, options.workspace);
  const result = await run(line.words, { ...options, stdin: input?.stdout ?? '' });
  if (line.outputFile !== undefined) writeFileSync(join(options.workspace, line.outputFile), result.stdout);
  return result;
}

function run(words: readonly string[], options: RunOptions & { readonly stdin: string }): Promise<CommandResult> {
  const [program, ...argv] = words[0] === 'npx' ? words.slice(1) : words;
  if (program === 'lexichord') return runLexichord(argv, options);
  if (program === 'node' && argv[0]?.startsWith('examples/dist/') === true) return runExample(argv, options);
  // It is tried on this repository, which it must not change.
  if (program === 'nx') return runProcess([join(repository, 'node_modules/.bin/nx'), ...argv, '--dry-run'], repository);
  if (program === 'node')
    return runProcess(['node', join(repository, argv[0] ?? ''), ...argv.slice(1)], options.workspace);
  throw new TypeError(`No test runs "${words.join(' ')}". Say in commands.rest.long.spec.ts what does.`);
}

async function runLexichord(
  argv: readonly string[],
  { workspace, readyText, stdin }: RunOptions & { readonly stdin: string },
): Promise<CommandResult> {
  const texts = { stdout: '', stderr: '' };
  const interruption = new AbortController();
  const sink = (name: 'stdout' | 'stderr'): CommandIo['stdout'] => ({
    write: (text: string): void => {
      texts[name] += text;
      if (readyText !== undefined && texts[name].includes(readyText)) interruption.abort();
    },
  });
  const exitCode = await runCli(argv, {
    stdout: sink('stdout'),
    stderr: sink('stderr'),
    stdin: Readable.from([Buffer.from(stdin)]),
    environment: { HOME: homedir(), NO_COLOR: '1', LEXICHORD_PROGRESS: 'off' },
    workingDirectory: workspace,
    signal: interruption.signal,
  });
  return { exitCode, ...texts };
}

/** From its source, which is what `npm run build` compiles, as the program of this process. */
async function runExample([path = '', ...argv]: readonly string[], { readyText }: RunOptions): Promise<CommandResult> {
  const source = join(repository, path.replace('/dist/', '/src/').replace(/\.js$/u, '.ts'));
  const programArguments = process.argv;
  let stdout = '';
  const writing = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    stdout += String(text);
    return true;
  });
  // As Ctrl+C does, as soon as the program listens for it.
  const interrupt = (event: string | symbol, listener: (signal: 'SIGINT') => void): void => {
    if (event === 'SIGINT' && readyText !== undefined) setImmediate(listener, 'SIGINT');
  };
  process.on('newListener', interrupt);
  process.argv = ['node', source, ...argv];
  try {
    // A module runs once for each address.
    await import(`${pathToFileURL(source).href}?arguments=${argv.join(',')}`);
  } finally {
    process.off('newListener', interrupt);
    process.argv = programArguments;
    writing.mockRestore();
  }
  expect(stdout).toContain(readyText ?? '');
  return { exitCode: 0, stdout, stderr: '' };
}

function runProcess([program = '', ...argv]: readonly string[], workingDirectory: string): Promise<CommandResult> {
  const env = { PATH: process.env['PATH'], NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' };
  return new Promise((resolve) => {
    execFile(program, argv, { cwd: workingDirectory, env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ exitCode, stdout, stderr: error === null ? stderr : `${error.message}\n${stderr}` });
    });
  });
}
