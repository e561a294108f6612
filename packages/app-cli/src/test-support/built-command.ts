import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { aFolder } from './run-command.js';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Program that a user starts. */
export const command = fileURLToPath(new URL('../../bin/lexichord.js', import.meta.url));

/** Compiled modules of the command: the same as in the bundle, each in its own file. */
export const compiledCommand = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/**
 * Brings the built command up to date, with the page that it serves: a test of a stale build would test nothing. It takes
 * seconds also when there is nothing to do, so the first spec of a test run does it for the others.
 */
export function buildCommand(): void {
  const stamp = join(homedir(), '.command-is-built');
  if (existsSync(stamp)) return;
  build('node_modules/typescript/bin/tsc', '-b', 'packages/app-cli/tsconfig.lib.json');
  build('packages/preview/build-page.mjs');
  build('packages/app-cli/bundle.mjs');
  writeFileSync(stamp, '');
}

function build(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new TypeError(`The command could not be built:\n${stdout}${stderr}`);
}

/**
 * Starts the built command, with the home folder of the test run unless the environment names another.
 *
 * @param script what is started in its place
 */
export function startCommand(
  argv: readonly string[],
  workingDirectory: string,
  environment: NodeJS.ProcessEnv = {},
  script = command,
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [script, ...argv], {
    cwd: workingDirectory,
    env: { PATH: process.env['PATH'], HOME: homedir(), NO_COLOR: '1', LEXICHORD_PROGRESS: 'off', ...environment },
  });
}

/** Output and exit code of a finished process. */
export async function finished(
  child: ChildProcessWithoutNullStreams,
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, stdout, stderr };
}

/** Addresses of all modules that a script loads, from what V8 writes when it is asked for coverage. */
export function loadedFor(
  script: string,
  argv: readonly string[],
  workingDirectory: string,
  environment: NodeJS.ProcessEnv = {},
): readonly string[] {
  const folder = aFolder();
  execFileSync(process.execPath, [script, ...argv], {
    cwd: workingDirectory,
    env: { ...environment, NODE_V8_COVERAGE: folder },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  return readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: readonly { url: string }[] };
    return result.map(({ url }) => url);
  });
}
