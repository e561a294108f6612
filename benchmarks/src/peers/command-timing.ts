import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { type TableRow, median } from '../speed/interleaved-timing.js';

/** A command that is timed from start to exit. */
export interface WholeCommand {
  readonly name: string;
  /** A script, and its arguments. */
  readonly parameters: readonly string[];
  /** What is done before each run and not timed. */
  readonly prepare?: () => void;
}

/** The built command line. */
export const lexichordCommand = fileURLToPath(new URL('../../../packages/app-cli/bin/lexichord.js', import.meta.url));

/**
 * Every process of a command writes its memory peak into one file, when it ends. Each of its threads loads this too, so a
 * run with it is not one to be timed.
 */
const memoryRecorder = `data:text/javascript,${encodeURIComponent(
  `import { appendFileSync } from 'node:fs';
   import { isMainThread } from 'node:worker_threads';
   if (isMainThread) process.on('exit', () =>
     appendFileSync(process.env.MEMORY_RECORD, process.resourceUsage().maxRSS + '\\n'));`,
)}`;

/**
 * Runs the commands in turns and returns a row for each: the median of its times, and of the memory of all its processes
 * in runs of their own.
 *
 * @throws if a command fails
 */
export function timeCommands(commands: readonly WholeCommand[], rounds: number): readonly TableRow[] {
  const runs = commands.map((command) => ({ command, ms: [] as number[], megabytes: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { command, ms, megabytes } of runs) {
      ms.push(timeOf(command));
      megabytes.push(memoryOf(command));
    }
  }
  return runs.map(({ command, ms, megabytes }) => ({
    command: command.name,
    'median ms': median(ms).toFixed(0),
    'memory MB': median(megabytes).toFixed(0),
  }));
}

/** In milliseconds, as a user runs it. */
function timeOf(command: WholeCommand): number {
  return inFolder(command, (folder) => {
    const started = performance.now();
    run(command, folder, process.env);
    return performance.now() - started;
  });
}

/** In megabytes, of all its processes together. */
function memoryOf(command: WholeCommand): number {
  return inFolder(command, (folder) => {
    const record = join(folder, 'memory');
    run(command, folder, { ...process.env, NODE_OPTIONS: `--import=${memoryRecorder}`, MEMORY_RECORD: record });
    const kilobytes = readFileSync(record, 'utf8').trim().split('\n').map(Number);
    return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
  });
}

function run({ parameters }: WholeCommand, cwd: string, env: NodeJS.ProcessEnv): void {
  execFileSync(process.execPath, parameters, { cwd, stdio: ['ignore', 'ignore', 'pipe'], env });
}

/** Prepares the command and measures it in a folder of its own. */
function inFolder({ prepare }: WholeCommand, measure: (folder: string) => number): number {
  const folder = mkdtempSync(join(tmpdir(), 'lexichord-command-'));
  try {
    prepare?.();
    return measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
