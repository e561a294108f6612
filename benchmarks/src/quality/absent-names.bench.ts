import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { ISemanticSearchService } from '@lexichord/abstractions';
import { splitIdentifier } from '@lexichord/text-index/internal';

import type { BenchmarkResult, Print, RunSettings, Sizes } from '../benchmark.js';
import { readTexts } from '../peers/repository-texts.js';
import { type TableRow, printTable } from '../speed/interleaved-timing.js';
import { type NameCounts, makeNames } from './made-names.js';
import { isCodeFile } from './plain-packs.js';
import { missingQuestions } from './retrieval-questions.js';
import { withIndexedRuntime } from './with-indexed-runtime.js';

/** In each repository. */
const counts: Sizes<NameCounts> = { full: { absent: 60, present: 240 }, smoke: { absent: 20, present: 40 } };

/** Share of the names of a repository that may be said to be absent, 0 to 1. */
const maxFalseShare = 0.02;

/** Names that are told of a broken promise. */
const maxNamed = 5;

const seed = 11;

/** What people ask about a name that marks alone, or being asked for, tell from a word. */
const wordForms: readonly ((name: string) => string)[] = [
  (name) => `what does \`${name}\` do`,
  (name) => `why does ${name}() throw`,
  (name) => `where is Session::${name} called?`,
  (name) => `explain Session#${name}`,
  (name) => `where is ${name} defined?`,
];

/** What people ask about a name of several words. */
const forms: readonly ((name: string) => string)[] = [
  ...wordForms,
  (name) => name,
  (name) => `fix the crash in ${name} when the list is empty`,
  (name) => `rename ${name} and keep the old name for a while`,
];

/**
 * Whether a search says which names occur nowhere. Names are made from parts of those of each repository, so that they
 * are like them and absent, and asked for in several forms, as are names that are there. All absent ones must be named,
 * and next to none of the others.
 */
export async function benchmarkAbsentNames({ inputs, print, sizeOf }: RunSettings): Promise<BenchmarkResult> {
  const { repositories: own, missing } = await inputs.codeQuestions();
  const alone = await inputs.repository();
  const folders = new Map([
    ...[...((await inputs.questions()) ?? []), ...own].map(({ name, folder }) => [folder, name] as const),
    ...(alone === undefined ? [] : [[alone, basename(alone)] as const]),
  ]);
  if (folders.size === 0) return { skipped: `LEXICHORD_REPOSITORY names no repository, and ${missingQuestions}` };
  const caches = await mkdtemp(join(tmpdir(), 'lexichord-absent-'));
  try {
    const rows: TableRow[] = [];
    const errors: string[] = [];
    for (const [folder, name] of folders) {
      const found = await askAll({ folder, cacheFolder: caches }, sizeOf(counts));
      rows.push(rowOf(name, found));
      if (inputs.listsMisses) printMisses(name, found, print);
      errors.push(...brokenPromises(found).map((promise) => `${name}: ${promise}`));
    }
    printTable(print, 'Names that occur nowhere', rows);
    return { errors, missing: alone === undefined ? missing : [] };
  } finally {
    await rm(caches, { recursive: true, force: true });
  }
}

/** Names that were asked for, and those of them that were said to be absent. */
interface AskedNames {
  readonly asked: number;
  readonly flagged: readonly string[];
  readonly unflagged: readonly string[];
}

/** What came of one repository. */
interface FoundNames {
  readonly wanted: NameCounts;
  readonly absent: AskedNames;
  readonly present: AskedNames;
}

async function askAll(where: Parameters<typeof withIndexedRuntime>[0], wanted: NameCounts): Promise<FoundNames> {
  return withIndexedRuntime(where, async (runtime, { skipped }) => {
    const search = runtime.resolve(ISemanticSearchService);
    const texts = await readTexts(runtime, where.folder);
    const left = new Set(skipped.map(({ filePath }) => filePath));
    const named = texts.filter(({ path }) => isCodeFile(path) && !left.has(path));
    const names = makeNames(named, texts, { ...wanted, seed });
    const ask = async (some: readonly string[]): Promise<AskedNames> => {
      const flagged = new Set<string>();
      for (const [index, name] of some.entries()) {
        const { absentNames = [] } = await search.search(questionFor(name, index));
        if (absentNames.some((absent) => absent.name === name)) flagged.add(name);
      }
      return { asked: some.length, flagged: [...flagged], unflagged: some.filter((name) => !flagged.has(name)) };
    };
    return { wanted, absent: await ask(names.absent), present: await ask(names.present) };
  });
}

function questionFor(name: string, index: number): string {
  const some = splitIdentifier(name).length > 1 ? forms : wordForms;
  // Ways to make a name come in turn: each of them is to meet each form.
  return some[(index + Math.floor(index / some.length)) % some.length]?.(name) ?? name;
}

function rowOf(repository: string, { absent, present }: FoundNames): TableRow {
  return {
    repository,
    'absent names': String(absent.asked),
    'said to be absent': String(absent.flagged.length),
    'names that occur': String(present.asked),
    'said to be absent as well': String(present.flagged.length),
  };
}

function printMisses(repository: string, { absent, present }: FoundNames, print: Print): void {
  print(
    `${repository}: absent and not told ${absent.unflagged.join(' ')}; told as absent ${present.flagged.join(' ')}`,
  );
}

function brokenPromises({ wanted, absent, present }: FoundNames): readonly string[] {
  const broken: string[] = [];
  if (absent.asked < wanted.absent || present.asked < wanted.present) broken.push('too few names for a judgement');
  if (absent.unflagged.length > 0)
    broken.push(`${absent.unflagged.length} absent names not told: ${some(absent.unflagged)}`);
  if (present.flagged.length > present.asked * maxFalseShare) {
    broken.push(`${present.flagged.length} names of ${present.asked} told as absent: ${some(present.flagged)}`);
  }
  return broken;
}

function some(names: readonly string[]): string {
  return names.slice(0, maxNamed).join(', ');
}
