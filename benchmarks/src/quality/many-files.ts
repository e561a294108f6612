import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { IContextPacker, IIndexService, ISourceFinder, packingBudgetOf } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

const fileCount = 50_000;
const filesOfFolder = 500;
const budget = 30_000;
const task = 'why is the quagga not striped';

/**
 * Indexes and packs a workspace of very many small files that all answer, once with what a search finds and once with
 * every file open: too many for a test. Nothing is compared but promises; the times are for who reads them.
 *
 * @returns promises that were broken
 */
export async function benchmarkManyFiles(print: (line: string) => void): Promise<readonly string[]> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-many-')));
  try {
    return await packMany(folder, await writeMany(folder), print);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeMany(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (let first = 0; first < fileCount; first += filesOfFolder) {
    const name = `part${first / filesOfFolder}`;
    await mkdir(join(folder, name));
    const own = Array.from({ length: filesOfFolder }, (_unused, at) => `${name}/unit${first + at}.ts`);
    await Promise.all(own.map((path, at) => writeFile(join(folder, path), sourceOf(first + at))));
    paths.push(...own);
  }
  return paths;
}

function sourceOf(number: number): string {
  return `export function unit${number}(): string {\n  return 'quagga ${number} is striped';\n}\n`;
}

async function packMany(
  folder: string,
  paths: readonly string[],
  print: (line: string) => void,
): Promise<readonly string[]> {
  const configuration = { logging: { level: 'silent' as const }, context: { timeout_ms: 600_000 } };
  const runtime = await createRuntime({ workspaceRoot: folder, license: developmentLicense, configuration });
  const broken: string[] = [];
  try {
    const started = performance.now();
    await runtime.resolve(IIndexService).update();
    print(`\nMany files: ${fileCount} indexed in ${secondsSince(started)} s`);
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
      if (totalTokens > budget) broken.push('many files: over budget');
      if (openFiles.some((path) => !named.has(path))) broken.push('many files: a file is lost');
    }
  } finally {
    await runtime.dispose();
  }
  return broken;
}

function secondsSince(startedMs: number): string {
  return ((performance.now() - startedMs) / 1_000).toFixed(1);
}
