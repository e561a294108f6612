import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import type { BenchmarkResult } from './benchmark.js';
import type { BenchmarkName } from './benchmark-catalog.js';
import { type Outcome, judgeResult } from './benchmark-outcome.js';

/** Longest that one benchmark of a smoke run may take: ten times what the slowest one takes. */
const maxSmokeMs = 120_000;
const killSignal = 'SIGKILL';

/** The program of a benchmark's process. */
const entryPoint = fileURLToPath(new URL('benchmark-entry.js', import.meta.url));

/** How a benchmark is run and judged. */
export interface ProcessOptions {
  readonly isSmoke: boolean;
  readonly judgesBounds: boolean;
}

/**
 * Runs a benchmark in a process of its own, so that neither its memory nor its end concerns another one. Its temporary
 * files are in a folder that is removed afterwards.
 */
export async function runInProcess(name: BenchmarkName, { isSmoke, judgesBounds }: ProcessOptions): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-benchmark-'));
  const started = performance.now();
  try {
    const result = await resultOf(name, { folder, isSmoke });
    return judgeResult({ name, seconds: (performance.now() - started) / 1_000, result }, { judgesBounds });
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The result that the process sends; an error if it sends none, or does not end by itself. */
function resultOf(
  name: BenchmarkName,
  { folder, isSmoke }: { readonly folder: string; readonly isSmoke: boolean },
): Promise<BenchmarkResult> {
  const child = fork(entryPoint, [name, ...(isSmoke ? ['--smoke'] : [])], {
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
    ...(isSmoke ? { timeout: maxSmokeMs, killSignal } : {}),
  });
  return new Promise((resolve, reject) => {
    let result: BenchmarkResult | undefined;
    child.on('message', (message) => {
      result = message as BenchmarkResult;
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (result !== undefined && code === 0) resolve(result);
      else resolve({ ...result, errors: [...(result?.errors ?? []), describeEnd(code, signal)] });
    });
  });
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === killSignal) return `not ended within ${maxSmokeMs / 1_000} s, or out of memory`;
  return `the process ended with ${signal ?? `exit code ${String(code)}`}`;
}
