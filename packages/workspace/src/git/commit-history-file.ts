import { join } from 'node:path';
import type { IStateFolder } from '@lexichord/abstractions';
import { readPlainFile, replaceFile } from '@lexichord/platform/internal';
import { z } from 'zod';

import { type ListedCommit, maxCommits, maxFilesOfCommit, maxMessageLength } from './read-past-commits.js';

/** Format of the file; others are not read. */
const fileFormat = 2;

/** Maximum size of the file, in bytes. */
const maxFileBytes = 16_000_000;

const path = z.string().min(1).max(100_000);
const change = z.union([z.tuple([z.string(), path]), z.tuple([z.string(), path, path])]);

const listedCommit = z
  .strictObject({
    id: z.string().regex(/^[0-9a-f]{40,64}$/u),
    timeMs: z.number(),
    message: z.string().max(maxMessageLength),
    changes: z.array(change),
  })
  .refine(({ message, changes }) => message === '' || changes.length <= maxFilesOfCommit);

const storedCommitsSchema = z.strictObject({
  format: z.literal(fileFormat),
  head: z.string(),
  prefix: z.string(),
  isShallow: z.boolean(),
  isPartial: z.boolean(),
  commits: z
    .array(listedCommit)
    .max(maxCommits)
    .refine((commits) => new Set(commits.map(({ id }) => id)).size === commits.length),
});

/** Commits of a repository, with its state at that time. */
export interface StoredCommits {
  /** Id of the newest commit. */
  readonly head: string;
  /** Path from the top of the repository to the workspace. */
  readonly prefix: string;
  readonly isShallow: boolean;
  /** Whether the time limit ended the reading. */
  readonly isPartial: boolean;
  /** Newest first. */
  readonly commits: readonly ListedCommit[];
}

/**
 * Reads the stored commits. Anything but a valid private file counts as missing: the commits are read from git again.
 */
export async function readStoredCommits(folder: Pick<IStateFolder, 'path'>): Promise<StoredCommits | undefined> {
  try {
    const file = await readPlainFile(pathIn(folder), maxFileBytes);
    if (file?.isPrivate !== true) return undefined;
    return storedCommitsSchema.safeParse(JSON.parse(file.bytes.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** @throws the errors of {@link IStateFolder.prepare} and of the file system */
export async function writeStoredCommits(folder: IStateFolder, commits: StoredCommits): Promise<void> {
  await folder.prepare();
  const content = JSON.stringify({ format: fileFormat, ...commits });
  await replaceFile(pathIn(folder), [content], { isPrivate: true, isDerived: true });
}

function pathIn({ path: folder }: Pick<IStateFolder, 'path'>): string {
  return join(folder, 'commit-history.json');
}
