import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

import { IIndexService, ISemanticSearchService, IWorkspaceListing } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import type { Repetition } from '../benchmark.js';
import { summary } from './bounded-row.js';
import { type IndexedRepository, timeEdits, timeSearches } from './index-timing.js';

/** What is measured of a size: by name, in the unit that the name has. */
export type Measured = Readonly<Record<string, number>>;

/** How often edits and searches are timed. */
export interface IndexRounds {
  readonly edits: Repetition;
  readonly searches: Repetition;
}

/**
 * Runs in a process of its own, so that its memory is that of one size, and prints what it measures as JSON: `index`
 * makes the first index of a folder, then changes a file of it and searches; `search` updates the index and searches once,
 * as a command does.
 *
 *   node index-sizes-child.js index|search <workspace> <folder for caches> <rounds as JSON>
 */
async function measureSize(mode: string, workspaceRoot: string, cacheFolder: string): Promise<Measured> {
  const runtime = await createRuntime({
    ...{ workspaceRoot, cacheFolder },
    configuration: { logging: { level: 'silent' } },
  });
  try {
    return await (mode === 'index' ? measureIndex : measureSearch)({ runtime, workspaceRoot });
  } finally {
    await runtime.dispose();
  }
}

async function measureIndex(repository: IndexedRepository): Promise<Measured> {
  const { runtime, workspaceRoot } = repository;
  const rounds = JSON.parse(process.argv[5] ?? '') as IndexRounds;
  const before = process.cpuUsage();
  const started = performance.now();
  const { files, chunks, embedded } = await runtime.resolve(IIndexService).update();
  const seconds = (performance.now() - started) / 1_000;
  const first = {
    ...{ files, chunks, 'vectors made': embedded },
    'source text, MB': await sourceBytes(runtime.resolve(IWorkspaceListing)).then(megabytes),
    'first index, s': seconds,
    'first index, processor s': processorSeconds(before),
    'first index, peak MB': peakMegabytes(),
    'on the disk, MB': megabytes(await folderBytes(join(workspaceRoot, '.lexichord'))),
  };
  return {
    ...first,
    'update after one edit, ms': summary(await timeEdits(repository, rounds.edits)).p50,
    'query in a running process, ms': summary(await timeSearches(repository, rounds.searches)).p50,
  };
}

async function measureSearch({ runtime }: IndexedRepository): Promise<Measured> {
  const before = process.cpuUsage();
  await runtime.resolve(IIndexService).update();
  await runtime.resolve(ISemanticSearchService).search('where is the configuration read');
  return {
    'search in a new process, processor s': processorSeconds(before),
    'search in a new process, peak MB': peakMegabytes(),
  };
}

function processorSeconds(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1_024) / 1e6;
}

function megabytes(bytes: number): number {
  return bytes / 1e6;
}

async function sourceBytes(listing: IWorkspaceListing): Promise<number> {
  let bytes = 0;
  for await (const { sizeBytes } of listing.list()) bytes += sizeBytes;
  return bytes;
}

async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

const [, , mode = '', workspace = '', caches = ''] = process.argv;
process.stdout.write(JSON.stringify(await measureSize(mode, workspace, caches)));
