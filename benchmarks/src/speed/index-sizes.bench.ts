import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { BenchmarkResult, RunSettings } from '../benchmark.js';
import type { IndexRounds, Measured } from './index-sizes-child.js';
import { type TableRow, printTable } from './interleaved-timing.js';

/** Copies of the repository's tree that stand side by side, ascending. */
const copies = { full: [1, 10, 100], smoke: [1, 3] };

/** What a cost may grow with, where 1 is proportional to the number of files. */
const maxExponent = 1.2;

/** A smaller cost is mostly that of the start, and its growth is not judged. In the unit of the row. */
const minJudged = 1;

const child = fileURLToPath(new URL('index-sizes-child.js', import.meta.url));

/**
 * What an index costs in folders of several sizes: copies of one repository's tree, without its history, each size
 * measured in processes of its own. The exponent is that of growth from the last size but one to the last.
 */
export async function benchmarkIndexSizes(settings: RunSettings): Promise<BenchmarkResult> {
  const { inputs, print, sizeOf, repetition } = settings;
  const repository = await inputs.repository();
  if (repository === undefined) return { skipped: 'LEXICHORD_REPOSITORY names no repository' };
  const rounds: IndexRounds = {
    edits: repetition({ warmUp: 1, runs: 5 }),
    searches: repetition({ warmUp: 20, runs: 100 }),
  };
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-sizes-'));
  try {
    const measured: Measured[] = [];
    let made = 0;
    for (const count of inputs.copies ?? sizeOf(copies)) {
      for (; made < count; made += 1) await copyTree(repository, join(folder, 'workspace', `copy-${made + 1}`));
      measured.push(await measureSize(folder, rounds));
    }
    const rows = costRows(measured);
    printTable(print, 'What an index costs', rows.map(tableRow));
    return { overBound: rows.filter(isOverBound).map(({ name }) => `growth of ${name}`) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyTree(repository: string, to: string): Promise<void> {
  const filter = (path: string): boolean => !/[\\/](?:node_modules|\.git|\.lexichord)$/u.test(path);
  await cp(repository, to, { recursive: true, filter });
}

/** Begins without an index. */
async function measureSize(folder: string, rounds: IndexRounds): Promise<Measured> {
  const [workspace, caches] = [join(folder, 'workspace'), join(folder, 'cache')];
  await rm(join(workspace, '.lexichord'), { recursive: true, force: true });
  await rm(caches, { recursive: true, force: true });
  const measured: Measured[] = [];
  for (const mode of ['index', 'search']) {
    const args = [child, mode, workspace, caches, JSON.stringify(rounds)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    measured.push(JSON.parse(stdout) as Measured);
  }
  return Object.assign({}, ...measured) as Measured;
}

/** One cost at each size. */
interface CostRow {
  readonly name: string;
  readonly files: readonly number[];
  readonly values: readonly number[];
  /** `undefined` with a single size. */
  readonly exponent: number | undefined;
}

function costRows(measured: readonly Measured[]): readonly CostRow[] {
  const files = measured.map((one) => one['files'] ?? 0);
  return Object.keys(measured[0] ?? {}).map((name) => {
    const values = measured.map((one) => one[name] ?? 0);
    return { name, files, values, exponent: exponentOf(files.slice(-2), values.slice(-2)) };
  });
}

function exponentOf(files: readonly number[], values: readonly number[]): number | undefined {
  const [before, after] = files;
  const [from = 0, to = 0] = values;
  if (before === undefined || after === undefined || after <= before || from <= 0) return undefined;
  return Math.log(to / from) / Math.log(after / before);
}

function isOverBound({ exponent = 0, values }: CostRow): boolean {
  return exponent > maxExponent && (values.at(-2) ?? 0) >= minJudged;
}

function tableRow({ name, files, values, exponent }: CostRow): TableRow {
  const cells = values.map((value, index) => [`${files[index] ?? 0} files`, shown(value)] as const);
  return { cost: name, ...Object.fromEntries(cells), exponent: exponent?.toFixed(2) ?? '' };
}

function shown(value: number): string {
  return Number.isInteger(value) || value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
