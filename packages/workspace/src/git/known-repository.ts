import { statSync } from 'node:fs';

import { contentIdOf } from '../guard/workspace-guard.js';
import { type GitRun, type NoHistoryReason, type Repository, findRepository } from './find-repository.js';
import { lookUpRepository } from './own-repository.js';
import { type RepositorySettings, readSettings, usualFiles } from './read-settings.js';

/** What git says of a repository, and what that depends on but for its commits. */
export interface KnownRepository extends RepositorySettings {
  readonly repository: Repository;
  /** Of the place and of `files`; `undefined` while these do not say all of it. */
  readonly state: string | undefined;
}

/**
 * Asks git for the repository and its settings.
 *
 * @param before what was known of it: the files that were read then are looked at before git reads them
 * @throws the signal's reason
 */
export async function describeRepository(
  run: GitRun,
  before?: KnownRepository,
): Promise<KnownRepository | NoHistoryReason> {
  const place = lookUpRepository(run.root);
  const expected = before?.files ?? (place.kind === 'found' ? usualFiles(place) : []);
  const state = stateOf(run.root, expected);
  const [repository, { filters, files }] = await Promise.all([findRepository(run), readSettings(run)]);
  if (typeof repository === 'string') return repository;
  const isWhole = files?.every((file) => expected.includes(file)) === true;
  return isWhole ? { repository, filters, files: expected, state } : { repository, filters, files, state: undefined };
}

/** Whether git would say the same of the repository's place and its settings. */
export function isUnchanged({ state, files = [] }: KnownRepository, root: string): boolean {
  return state !== undefined && stateOf(root, files) === state;
}

/** Another text whenever the repository is another one, or one of the files has changed, come or gone. */
function stateOf(root: string, files: readonly string[]): string | undefined {
  const place = lookUpRepository(root);
  if (place.kind !== 'found') return undefined;
  return JSON.stringify([place.top, place.inside, ...files.map(fileState)]);
}

function fileState(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? 'absent' : contentIdOf(stats);
  } catch {
    return 'unknown';
  }
}
