import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import { budgetFuzz } from './budget-fuzz.js';
import { fuzzEncodings } from './fuzz-runtimes.js';
import { packingFuzz } from './packing-fuzz.js';

/** Random assemblies and random packs, whose budgets and other promises have to hold. */
export async function benchmarkBudget({ inputs, print, sizeOf }: RunSettings): Promise<BenchmarkResult> {
  const cases = sizeOf({ full: inputs.fuzzCases ?? 10_000, smoke: 100 });
  return {
    errors: [...(await fuzzEncodings(budgetFuzz(), cases, print)), ...(await fuzzEncodings(packingFuzz, cases, print))],
  };
}
