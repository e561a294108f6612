import { tmpdir } from 'node:os';

import { type BenchmarkResult, createRunSettings } from './benchmark.js';
import { benchmarkCatalog, isBenchmarkName } from './benchmark-catalog.js';
import { environmentInputs } from './inputs/environment-inputs.js';
import { generatedInputs } from './inputs/generated-inputs.js';

/**
 * Runs in a process of its own: one benchmark, whose result is sent to the parent process.
 *
 *   node benchmark-entry.js <name> [--smoke]
 */
async function runBenchmark(name: string, { isSmoke }: { readonly isSmoke: boolean }): Promise<BenchmarkResult> {
  if (!isBenchmarkName(name)) return { errors: [`there is no benchmark ${name}`] };
  const inputs = isSmoke ? generatedInputs(tmpdir()) : environmentInputs();
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    const benchmark = await benchmarkCatalog[name]();
    return await benchmark(createRunSettings({ isSmoke }, { print, inputs }));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return { errors: [firstLine(error instanceof Error ? error.message : String(error))] };
  }
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}

/** The parent process has ended: nobody waits for the result. */
function stop(): void {
  process.exit(1);
}

process.once('disconnect', stop);
const result = await runBenchmark(process.argv[2] ?? '', { isSmoke: process.argv.includes('--smoke') });
process.send?.(result);
process.off('disconnect', stop);
// An open channel would keep the process alive. Whatever else does is an error of the benchmark.
if (process.connected) process.disconnect();
