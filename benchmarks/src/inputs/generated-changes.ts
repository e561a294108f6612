import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';

import type { ChangeInputs } from '../quality/change-cases.js';

/** Each has a function that one commit changes. */
const subjects = ['quagga', 'tapir', 'okapi', 'ibex'] as const;

/** Writes a repository in which each commit changes the function of one subject, and the cases of these commits. */
export async function writeChanges(folder: string): Promise<ChangeInputs> {
  const repository = join(folder, 'mirrors', 'zoo+keepers');
  await mkdir(join(repository, 'src'), { recursive: true });
  const git = (...args: readonly string[]): string => runGit(repository, args);
  git('init', '-q');
  for (const subject of subjects) await writeFile(pathOf(repository, subject), functionsOf(subject, 'twice'));
  git('add', '.');
  git('commit', '-q', '-m', 'Feed the animals');
  const cases: object[] = [];
  for (const subject of subjects) {
    const commit = git('rev-parse', 'HEAD').trim();
    const before = (await readFile(pathOf(repository, subject), 'utf8')).split('\n');
    const line = before.findIndex((text) => text.includes('twice')) + 1;
    await writeFile(pathOf(repository, subject), functionsOf(subject, 'thrice'));
    const query = `Feed the ${subject} more often than before`;
    git('commit', '-q', '-a', '-m', query);
    const gold = { goldLines: { [`src/${subject}.ts`]: [[line, line]] } };
    cases.push({
      id: `keepers-${subject}`,
      repo: 'keepers',
      lang: 'TypeScript',
      commit,
      date: '2026-11-25',
      query,
      ...gold,
    });
  }
  const file = join(folder, 'changes.json');
  await writeFile(file, JSON.stringify(cases));
  return { cases: file, mirrors: await mirrorsOf(repository, folder), work: join(folder, 'changes') };
}

/** A mirror is a git directory alone. */
async function mirrorsOf(repository: string, folder: string): Promise<string> {
  const mirrors = join(folder, 'bare');
  await mkdir(mirrors, { recursive: true });
  runGit(folder, ['clone', '-q', '--bare', repository, join(mirrors, 'zoo+keepers')]);
  return mirrors;
}

function pathOf(repository: string, subject: string): string {
  return join(repository, 'src', `${subject}.ts`);
}

function functionsOf(subject: string, often: string): string {
  return [
    `/** Washes the ${subject}. */`,
    `export function wash_${subject}(keeper: Keeper): void {`,
    `  keeper.wash('${subject}');`,
    '}',
    '',
    `/** Feeds the ${subject} ${often} a day. */`,
    `export function feed_${subject}(keeper: Keeper): void {`,
    `  keeper.${often}(() => keeper.feed('${subject}'));`,
    '}',
    '',
  ].join('\n');
}

function runGit(folder: string, args: readonly string[]): string {
  const identity = ['-c', 'user.name=Keeper', '-c', 'user.email=keeper@example.org', '-c', 'commit.gpgSign=false'];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', env });
}
