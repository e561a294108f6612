import { budgetFuzz } from '../quality/budget-fuzz.js';
import { benchmarkConversations } from '../quality/conversations.bench.js';
import { benchmarkEntities } from '../quality/entities.bench.js';
import { fuzzEncodings } from '../quality/fuzz-runtimes.js';
import { benchmarkManyFiles } from '../quality/many-files.js';
import { packingFuzz } from '../quality/packing-fuzz.js';
import { benchmarkPackingRecall } from '../quality/packing-recall.js';
import { benchmarkRetrieval } from '../quality/retrieval.bench.js';
import { compareWithRepomix } from '../peers/beside-repomix.js';
import { benchmarkPeers } from '../peers/peers.bench.js';
import { benchmarkAssembly } from './assembly.bench.js';
import { benchmarkIndex } from './index.bench.js';
import { benchmarkKnowledge } from './knowledge.bench.js';
import { benchmarkMemory } from './memory.bench.js';
import { benchmarkPacking } from './packing.bench.js';
import { benchmarkPreview } from './preview.bench.js';
import { benchmarkTokenCounter } from './token-counter.bench.js';

type Print = (line: string) => void;

/**
 * `npm run benchmark [-- tokens|assembly|packing|index|retrieval|packing-recall|knowledge|entities|memory|conversations|preview|many-files|peers|budget …]
 * [--report-only]`: all of them, or those that are named. Ends with exit code 1 when a bound is broken, unless it only
 * reports.
 */
const benchmarks: Readonly<Record<string, (print: Print) => Promise<readonly string[]>>> = {
  tokens: benchmarkTokenCounter,
  assembly: benchmarkAssembly,
  packing: benchmarkPacking,
  index: benchmarkIndex,
  retrieval: benchmarkRetrieval,
  'packing-recall': benchmarkPackingRecall,
  knowledge: benchmarkKnowledge,
  entities: benchmarkEntities,
  memory: benchmarkMemory,
  conversations: benchmarkConversations,
  preview: benchmarkPreview,
  'many-files': benchmarkManyFiles,
  peers: async (print) => {
    await compareWithRepomix(print);
    return benchmarkPeers(print);
  },
  budget: async (print) => {
    const cases = Number(process.env.LEXICHORD_FUZZ_CASES ?? 10_000);
    return [...(await fuzzEncodings(budgetFuzz(), cases, print)), ...(await fuzzEncodings(packingFuzz, cases, print))];
  },
};
const reportOnly = '--report-only';

const print: Print = (line) => void process.stdout.write(`${line}\n`);
const named = process.argv.slice(2).filter((argument) => argument !== reportOnly);
const unknown = named.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no benchmark ${unknown.join(', ')}. There are ${Object.keys(benchmarks).join(', ')}.\n`,
  );
  process.exit(2);
}
const broken: string[] = [];
for (const [name, run] of Object.entries(benchmarks)) {
  if (named.length === 0 || named.includes(name)) broken.push(...(await run(print)));
}
if (broken.length > 0) {
  print(`\nOver the bound: ${broken.join('; ')}.`);
  if (!process.argv.includes(reportOnly)) process.exitCode = 1;
}
