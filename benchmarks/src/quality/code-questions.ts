import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { z } from 'zod';

import type { RepositoryQuestions } from './retrieval-questions.js';

/** The folder of this repository with questions about pinned checkouts of others. */
export const committedQuestions = fileURLToPath(new URL('../../questions', import.meta.url));

/** The form of `repositories.json`. */
const repositoriesSchema = z.array(
  z.strictObject({
    name: z.string(),
    address: z.string(),
    commit: z.string().regex(/^[\da-f]{40}$/u),
    language: z.string(),
    licence: z.string(),
  }),
);
type PinnedRepository = z.output<typeof repositoriesSchema>[number];

/** The form of each file in the folder of a repository. Lines are 1-based and inclusive. */
const questionsSchema = z.array(
  z.strictObject({
    id: z.string(),
    kind: z.string(),
    question: z.string(),
    answers: z
      .array(
        z.strictObject({
          file: z.string(),
          startLine: z.int().positive(),
          endLine: z.int().positive(),
          why: z.string(),
        }),
      )
      .min(1),
  }),
);

/** Questions about the repositories that are checked out. */
export interface CodeQuestions {
  readonly repositories: readonly RepositoryQuestions[];
  /** For each other repository, the command that gets it. */
  readonly missing: readonly string[];
}

/**
 * Reads a folder with `repositories.json` and a folder of question files for each repository.
 *
 * @param checkouts folder with a checkout of each repository under its name, at the pinned commit; none if `undefined`
 */
export async function readCodeQuestions(questions: string, checkouts: string | undefined): Promise<CodeQuestions> {
  const pinned = repositoriesSchema.parse(await readJson(join(questions, 'repositories.json')));
  const repositories: RepositoryQuestions[] = [];
  const missing: string[] = [];
  for (const repository of pinned) {
    const folder = join(checkouts ?? '$LEXICHORD_REPOSITORIES', repository.name);
    const command = await commandToGet(repository, folder);
    if (command === undefined) repositories.push(await questionsAbout(repository, { questions, folder }));
    else missing.push(`${repository.name} (${command})`);
  }
  return { repositories, missing };
}

async function questionsAbout(
  { name, language }: PinnedRepository,
  { questions, folder }: { readonly questions: string; readonly folder: string },
): Promise<RepositoryQuestions> {
  const files = (await readdir(join(questions, name))).filter((file) => file.endsWith('.json')).sort();
  const contents = await Promise.all(files.map((file) => readJson(join(questions, name, file))));
  return {
    name,
    language,
    folder,
    questions: contents.flatMap((content) =>
      questionsSchema.parse(content).map(({ kind: category, question: query, answers }) => ({
        query,
        category,
        targets: answers.map(({ file: path, startLine, endLine }) => ({ path, startLine, endLine })),
      })),
    ),
  };
}

/** The command that gets the pinned commit. A folder without `.git` is an archive of it. */
async function commandToGet({ address, commit }: PinnedRepository, folder: string): Promise<string | undefined> {
  const checkout = `git -C ${folder} checkout ${commit}`;
  if (!existsSync(folder)) return `git clone ${address} ${folder} && ${checkout}`;
  if (!existsSync(join(folder, '.git'))) return undefined;
  const { stdout } = await promisify(execFile)('git', ['-C', folder, 'rev-parse', 'HEAD']);
  return stdout.trim() === commit ? undefined : checkout;
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
