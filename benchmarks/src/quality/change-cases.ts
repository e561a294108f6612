import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { compareText, groupBy } from '@lexichord/platform/internal';
import { z } from 'zod';

import type { Target } from './retrieval-questions.js';

/** Why a benchmark of changes is skipped. */
export const missingChanges =
  'LEXICHORD_CHANGES, LEXICHORD_MIRRORS and LEXICHORD_CHANGES_WORK name no changes of repositories';

const lineRange = z.tuple([z.int().min(1), z.int().min(1)]);

const caseSchema = z.object({
  id: z.string(),
  repo: z.string(),
  lang: z.string(),
  /** The commit before the change. */
  commit: z.string().regex(/^[0-9a-f]{40,64}$/u),
  /** Day of the change, such as 2026-11-25. */
  date: z.string(),
  query: z.string(),
  goldLines: z.record(z.string(), z.array(lineRange)),
});

/** A change that somebody made to a repository: what it is about, and the places that it touched. */
export interface ChangeCase {
  readonly id: string;
  readonly repository: string;
  readonly language: string;
  /** The git directory of the repository. */
  readonly mirror: string;
  /** Id of the commit before the change. */
  readonly commit: string;
  readonly task: string;
  /** Never empty. */
  readonly places: readonly Target[];
}

/** Folders and limits of the benchmark of changes. */
export interface ChangeInputs {
  /** The file with the cases, as `tools/changes/mine-changes.mjs` writes it. */
  readonly cases: string;
  /** A folder with the git directory of each repository, as `<owner>+<name>/repo` or `<owner>+<name>`. */
  readonly mirrors: string;
  /** Trees of the repositories are written into it; it may be kept between runs. */
  readonly work: string;
  /** Cases of each repository, spread over its history; absent: all. */
  readonly maxPerRepository?: number | undefined;
}

/** The cases of each repository, oldest first. Repositories without a mirror are left out. */
export async function readChangeCases({
  cases,
  mirrors,
  maxPerRepository = Infinity,
}: ChangeInputs): Promise<readonly (readonly ChangeCase[])[]> {
  const parsed = z.array(caseSchema).parse(JSON.parse(await readFile(cases, 'utf8')));
  const folders = await readdir(mirrors);
  const byRepository = groupBy(parsed, ({ repo }) => repo);
  return [...byRepository].flatMap(([repository, all]) => {
    const folder = folders.find((name) => name === repository || name.endsWith(`+${repository}`));
    if (folder === undefined) return [];
    const mirror = existsSync(join(mirrors, folder, 'repo')) ? join(mirrors, folder, 'repo') : join(mirrors, folder);
    const changes = all.toSorted(byDate).map(({ id, lang: language, commit, query: task, goldLines }) => {
      const places = Object.entries(goldLines).flatMap(([path, ranges]) =>
        ranges.map(([startLine, endLine]) => ({ path, startLine, endLine })),
      );
      return { id, repository, language, mirror, commit, task, places };
    });
    return [
      spread(
        changes.filter(({ places }) => places.length > 0),
        maxPerRepository,
      ),
    ];
  });
}

/** Oldest first: the index of one case is then a small step from that of the one before. */
function byDate(one: z.output<typeof caseSchema>, other: z.output<typeof caseSchema>): number {
  return compareText(one.date, other.date) || compareText(one.id, other.id);
}

/** At most so many of the things, at equal distances. */
function spread<T>(things: readonly T[], max: number): readonly T[] {
  const count = Math.min(max, things.length);
  return Array.from({ length: count }, (_, index) => things[Math.floor(((index + 0.5) * things.length) / count)] as T);
}
