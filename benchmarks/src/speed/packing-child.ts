import { performance } from 'node:perf_hooks';
import { argv, memoryUsage, resourceUsage, stdout } from 'node:process';

import { IContextPacker, packingBudgetOf } from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { packedTokens, packingTasks, packingWorkspace, writeFiles } from './packing-workspace.js';

/**
 * Runs in a process of its own, with `--expose-gc`: packs the workspace of seed 1 twice, the second time with all files
 * changed, and prints of both packs what they took.
 *
 *   node --expose-gc packing-child.js <folder of the workspace>
 */
interface Taken {
  readonly milliseconds: number;
  /** Most resident memory of the process over what it had before. */
  readonly residentMegabytes: number;
  /** Most of heap and external memory, garbage included, over what there was before. */
  readonly heapMegabytes: number;
}

async function packOnce(seed: number): Promise<Taken> {
  const { sources } = packingWorkspace(seed);
  globalThis.gc?.();
  const [heapBefore, residentBefore] = [heapAndExternal(), memoryUsage.rss()];
  let heapMost = heapBefore;
  let residentMost = residentBefore;
  const look = (): void => {
    heapMost = Math.max(heapMost, heapAndExternal());
    residentMost = Math.max(residentMost, memoryUsage.rss());
  };
  const started = performance.now();
  const budget = packingBudgetOf(packedTokens);
  await packer.pack(sources, budget, { task: packingTasks[0], onStage: look });
  const milliseconds = performance.now() - started;
  look();
  // In KB, of the whole life of the process: counts where it is more than what was seen between the stages.
  const highest = resourceUsage().maxRSS * 1024;
  if (highest > highestBefore) residentMost = Math.max(residentMost, highest);
  highestBefore = highest;
  const megabytes = (peak: number, before: number): number => (peak - before) / 1e6;
  return {
    milliseconds,
    residentMegabytes: megabytes(residentMost, residentBefore),
    heapMegabytes: megabytes(heapMost, heapBefore),
  };
}

function heapAndExternal(): number {
  const { heapUsed, external } = memoryUsage();
  return heapUsed + external;
}

const folder = argv[2] ?? '.';
let highestBefore = resourceUsage().maxRSS * 1024;
const runtime = await createRuntime({
  license: developmentLicense,
  logger: new SilentLogger(),
  workspaceRoot: folder,
});
const packer = runtime.resolve(IContextPacker);
const first = await packOnce(1);
await writeFiles(folder, packingWorkspace(2));
const second = await packOnce(2);
await writeFiles(folder, packingWorkspace(1));
await runtime.dispose();
stdout.write(JSON.stringify({ first, second }));
