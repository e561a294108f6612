import { parseArgs } from 'node:util';

import { type BenchmarkName, benchmarkNames, isBenchmarkName } from './benchmark-catalog.js';
import { type Outcome, describeOutcomes } from './benchmark-outcome.js';
import { runInProcess } from './benchmark-process.js';

/**
 * `npm run benchmark [-- name …] [--smoke] [--report-only]`: all benchmarks, or those that are named, each in a process
 * of its own, and a line for each at the end. Ends with exit code 1 when one failed or is over a bound, and with 2 for
 * arguments that are not known. One that fails does not keep the others from running.
 *
 * - `--smoke`: small inputs and no bounds of time, memory or growth: whether each benchmark starts, works and ends
 * - `--report-only`: bounds are printed and not judged
 */
interface RunArguments {
  readonly names: readonly BenchmarkName[];
  readonly isSmoke: boolean;
  readonly judgesBounds: boolean;
}

function parseArguments(given: readonly string[]): RunArguments {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: { smoke: { type: 'boolean', default: false }, 'report-only': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !isBenchmarkName(name));
  if (unknown.length > 0) {
    throw new RangeError(`There is no benchmark ${unknown.join(', ')}. There are ${benchmarkNames.join(', ')}.`);
  }
  return {
    names: benchmarkNames.filter((name) => positionals.length === 0 || positionals.includes(name)),
    isSmoke: values.smoke,
    judgesBounds: !values.smoke && !values['report-only'],
  };
}

function readArguments(): RunArguments | undefined {
  try {
    return parseArguments(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
    return undefined;
  }
}

const run = readArguments();
if (run !== undefined) {
  const outcomes: Outcome[] = [];
  for (const name of run.names) {
    process.stdout.write(`\n== ${name}\n`);
    outcomes.push(await runInProcess(name, run));
  }
  process.stdout.write(`\n${describeOutcomes(run.isSmoke ? 'smoke' : 'benchmark', outcomes).join('\n')}\n`);
  if (outcomes.some(({ status }) => status === 'failed')) process.exitCode = 1;
}
