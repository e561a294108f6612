import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

const targetSchema = z.union([
  z.string().transform((path) => ({ path, startLine: undefined, endLine: undefined })),
  z
    .object({ path: z.string(), start_line: z.int().optional(), end_line: z.int().optional() })
    .transform(({ path, start_line: startLine, end_line: endLine }) => ({ path, startLine, endLine })),
]);

const questionsSchema = z.array(
  z.object({
    query: z.string(),
    category: z.string(),
    relevant: z.array(targetSchema),
    secondary: z.array(targetSchema).default([]),
  }),
);

const repositoriesSchema = z.array(
  z.object({ name: z.string(), language: z.string(), benchmark_root: z.string().default('') }),
);

/** Why a benchmark of questions is skipped. */
export const missingQuestions =
  'neither LEXICHORD_QUESTIONS and LEXICHORD_CHECKOUTS nor LEXICHORD_REPOSITORIES name questions about repositories';

/** A place that answers a question. Lines are 1-based and inclusive; without them the whole file does. */
export type Target = z.output<typeof targetSchema>;

/** A question and the places that answer it. */
export interface Question {
  readonly query: string;
  readonly category: string;
  readonly targets: readonly Target[];
}

/** Questions about one repository. */
export interface RepositoryQuestions {
  readonly name: string;
  readonly language: string;
  /** Folder that is indexed, absolute. */
  readonly folder: string;
  readonly questions: readonly Question[];
}

/**
 * Reads labelled questions that have an answer, in the form of the Semble benchmark: `repos.json` and `annotations/<name>.json`.
 *
 * @param checkouts folder with a checkout of each repository under its name
 */
export async function readQuestions(questions: string, checkouts: string): Promise<readonly RepositoryQuestions[]> {
  const repositories = repositoriesSchema.parse(await readJson(join(questions, 'repos.json')));
  return Promise.all(
    repositories.map(async ({ name, language, benchmark_root: inner }) => ({
      name,
      language,
      folder: join(checkouts, name, inner),
      questions: questionsSchema
        .parse(await readJson(join(questions, 'annotations', `${name}.json`)))
        .map(({ query, category, relevant, secondary }) => ({ query, category, targets: [...relevant, ...secondary] }))
        .filter(({ targets }) => targets.length > 0),
    })),
  );
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}
