import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IContextPacker, IIndexService, ISourceFinder, packingBudgetOf } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import type { BenchmarkResult, Print, RunSettings, Sizes } from '../benchmark.js';

interface WorkspaceSize {
  readonly files: number;
  readonly filesPerFolder: number;
  /** Of a pack, in tokens: less than the files have. */
  readonly budget: number;
}

const sizes: Sizes<WorkspaceSize> = {
  full: { files: 50_000, filesPerFolder: 500, budget: 30_000 },
  smoke: { files: 300, filesPerFolder: 50, budget: 2_000 },
};
const task = 'why is the quagga not striped';

/**
 * Indexes and packs a workspace of very many small files that all answer, once with what a search finds and once with
 * every file open: too many for a test. Promises are judged; the times are for readers.
 */
export async function benchmarkManyFiles({ print, sizeOf }: RunSettings): Promise<BenchmarkResult> {
  const size = sizeOf(sizes);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-many-')));
  try {
    const paths = await writeMany(folder, size);
    return { errors: await packMany({ folder, paths, budget: size.budget }, print) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeMany(folder: string, { files, filesPerFolder }: WorkspaceSize): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let first = 0; first < files; first += filesPerFolder) {
    const name = `part${first / filesPerFolder}`;
    await mkdir(join(folder, name));
    const own = Array.from({ length: filesPerFolder }, (_unused, index) => `${name}/unit${first + index}.ts`);
    await Promise.all(own.map((path, index) => writeFile(join(folder, path), sourceOf(first + index))));
    paths.push(...own);
  }
  return paths;
}

function sourceOf(number: number): string {
  return `export function unit${number}(): string {\n  return 'quagga ${number} is striped';\n}\n`;
}

interface ManyFiles {
  readonly folder: string;
  readonly paths: readonly string[];
  readonly budget: number;
}

async function packMany({ folder, paths, budget }: ManyFiles, print: Print): Promise<readonly string[]> {
  const configuration = { logging: { level: 'silent' as const }, context: { timeoutMs: 600_000 } };
  const runtime = await createRuntime({ workspaceRoot: folder, license: developmentLicense, configuration });
  const broken: string[] = [];
  try {
    const started = performance.now();
    await runtime.resolve(IIndexService).update();
    print(`Many files: ${paths.length} indexed in ${secondsSince(started)} s`);
    for (const openFiles of [[], paths]) {
      const packing = performance.now();
      const sources = await runtime.resolve(ISourceFinder).find({ task, openFiles });
      const packed = await runtime.resolve(IContextPacker).pack(sources, packingBudgetOf(budget), { task });
      const { totalTokens, includedChunks, excludedChunks, rejectedSources } = packed;
      print(
        `Many files, ${openFiles.length} open: packed in ${secondsSince(packing)} s; ${includedChunks.length} chunks in ` +
          `${totalTokens} tokens, ${excludedChunks.length} left out, ${rejectedSources.length} rejected`,
      );
      const named = new Set([...includedChunks, ...excludedChunks, ...rejectedSources].map(({ filePath }) => filePath));
      if (totalTokens > budget) broken.push(`over budget: ${totalTokens} of ${budget} tokens`);
      if (includedChunks.length === 0) broken.push('an empty pack');
      if (openFiles.some((path) => !named.has(path))) broken.push('an open file is lost');
    }
  } finally {
    await runtime.dispose();
  }
  return broken;
}

function secondsSince(startedMs: number): string {
  return ((performance.now() - startedMs) / 1_000).toFixed(1);
}
