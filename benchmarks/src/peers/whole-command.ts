import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { median, printTable } from '../speed/interleaved-timing.js';

/** A command that is timed from start to exit. */
export interface WholeCommand {
  readonly name: string;
  /** A script, and its arguments. */
  readonly parameters: readonly string[];
  /** What is done before each run and not timed. */
  readonly prepare?: () => void;
}

const rounds = 5;

/** The built command line. */
export const lexichordCommand = fileURLToPath(new URL('../../../packages/app-cli/bin/lexichord.js', import.meta.url));

/** Every process of a command writes its memory peak into one file, when it ends. */
const memoryRecorder = `data:text/javascript,${encodeURIComponent(
  `import { appendFileSync } from 'node:fs';
   import { isMainThread } from 'node:worker_threads';
   if (isMainThread) process.on('exit', () =>
     appendFileSync(process.env.MEMORY_RECORD, process.resourceUsage().maxRSS + '\\n'));`,
)}`;

/** Runs the commands in turns and prints the median of their times, and of the memory of all their processes. */
export function compareCommands(title: string, commands: readonly WholeCommand[], print: (line: string) => void): void {
  const runs = commands.map((command) => ({ command, ms: [] as number[], megabytes: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { command, ms, megabytes } of runs) {
      command.prepare?.();
      const measured = measureCommand(command);
      ms.push(measured.ms);
      megabytes.push(measured.megabytes);
    }
  }
  const rows = runs.map(({ command, ms, megabytes }) => ({
    command: command.name,
    'median ms': median(ms).toFixed(0),
    'memory MB': median(megabytes).toFixed(0),
  }));
  printTable(print, title, rows);
}

function measureCommand({ parameters }: WholeCommand): { readonly ms: number; readonly megabytes: number } {
  const folder = mkdtempSync(join(tmpdir(), 'lexichord-command-'));
  const record = join(folder, 'memory');
  try {
    const started = performance.now();
    execFileSync(process.execPath, parameters, {
      cwd: folder,
      stdio: 'ignore',
      env: { ...process.env, NODE_OPTIONS: `--import=${memoryRecorder}`, MEMORY_RECORD: record },
    });
    const ms = performance.now() - started;
    const kilobytes = readFileSync(record, 'utf8').trim().split('\n').map(Number);
    return { ms, megabytes: kilobytes.reduce((sum, one) => sum + one, 0) / 1024 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
