import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const command = fileURLToPath(new URL('../../bin/lexichord.js', import.meta.url));

/**
 * Brings the built command up to date, which takes seconds when it already is. A test of a stale build would test
 * nothing.
 */
export function buildCommand(): void {
  const tsc = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, '-b', 'packages/app-cli/tsconfig.lib.json'], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  if (status !== 0) throw new TypeError(`The command could not be built:\n${stdout}${stderr}`);
}

/** Starts the built command in a folder that is also its home. */
export function startCommand(argv: readonly string[], workingDirectory: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [command, ...argv], {
    cwd: workingDirectory,
    env: { PATH: process.env['PATH'], HOME: `${workingDirectory}/no-such-home`, NO_COLOR: '1' },
  });
}

/** What it printed, and how it ended. */
export async function finished(
  child: ChildProcessWithoutNullStreams,
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exitCode = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { exitCode, stdout, stderr };
}
