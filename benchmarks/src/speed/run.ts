import { fuzzBudgets } from '../quality/budget-fuzz.js';
import { benchmarkAssembly } from './assembly.bench.js';
import { benchmarkTokenCounter } from './token-counter.bench.js';

/** `npm run benchmark [-- tokens|assembly|budget …]`: all of them, or those that are named. */
const benchmarks: Readonly<Record<string, (print: (line: string) => void) => Promise<unknown>>> = {
  tokens: benchmarkTokenCounter,
  assembly: benchmarkAssembly,
  budget: (print) => fuzzBudgets(Number(process.env.LEXICHORD_FUZZ_CASES ?? 10_000), print),
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const named = process.argv.slice(2);
for (const [name, run] of Object.entries(benchmarks)) {
  if (named.length === 0 || named.includes(name)) await run(print);
}
