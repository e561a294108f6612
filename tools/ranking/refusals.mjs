import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readGit } from '../changes/bare-git.mjs';
import { pinnedOf, refusalOf } from './repositories.mjs';

/** What git takes for a commit, and never for an option. */
const commitName = /^\w[\w./-]*$/u;

/**
 * Why nothing may be fitted on some commits of a repository: it is not in the list of those whose changes are allowed, or
 * one of the commits did not lead to the revision that the list has.
 *
 * @param {string} name such as `owner/name` or `name`
 * @param {{ mirrorOf: (repository: string) => string, commits: readonly string[] }} changes `mirrorOf` gives the git
 *   folder of `owner/name`
 * @returns {Promise<readonly string[]>} empty if it may
 */
export async function refusalsOfCommits(name, { mirrorOf, commits }) {
  const refusal = refusalOf(name, 'changes');
  if (refusal !== undefined) return [refusal];
  const { repository, revision } = pinnedOf(name, 'changes');
  const strange = commits.filter((commit) => !commitName.test(commit));
  if (strange.length > 0) return strange.map((commit) => `${repository}: "${commit}" names no commit.`);
  try {
    const beyond = await commitBeyond(mirrorOf(repository), commits, revision);
    return beyond === undefined ? [] : [`${repository}: ${beyond} did not lead to ${revision}, which is pinned.`];
  } catch (error) {
    return [`${repository}: the commits cannot be compared with ${revision}, which is pinned: ${error.message}`];
  }
}

/**
 * One of some commits, or of those before them, that did not lead to a revision; `undefined` if all did.
 *
 * @param {string} gitFolder
 * @param {readonly string[]} commits
 * @param {string} revision
 * @returns {Promise<string | undefined>}
 */
export async function commitBeyond(gitFolder, commits, revision) {
  const listed = await readGit(gitFolder, ['rev-list', '--max-count=1', ...commits, `^${revision}`, '--']);
  return listed.toString('utf8').trim() || undefined;
}

/**
 * Why nothing may be fitted on the questions about some repositories: one is not in the list of those whose questions are
 * allowed, or its checkout is at another revision than the list has.
 *
 * @param {readonly { name: string }[]} rows of `repos.json`
 * @param {string} checkouts the folder with a checkout of each
 * @returns {Promise<readonly string[]>} empty if it may
 */
export async function refusalsOfQuestions(rows, checkouts) {
  const refusals = rows.map(({ name }) => refusalOf(name, 'questions') ?? refusalOfCheckout(name, checkouts));
  return (await Promise.all(refusals)).filter((refusal) => refusal !== undefined);
}

async function refusalOfCheckout(name, checkouts) {
  const { repository, revision } = pinnedOf(name, 'questions');
  const folder = join(checkouts, name);
  const checkout = `git -C ${folder} checkout ${revision}`;
  // A folder without a history does not tell what it is a copy of.
  if (!existsSync(join(folder, '.git'))) {
    return `${name} is not checked out: git clone https://github.com/${repository} ${folder} && ${checkout}`;
  }
  const head = (await readGit(join(folder, '.git'), ['rev-parse', 'HEAD'])).toString('utf8').trim();
  return head === revision ? undefined : `${name} is at ${head}, and not at the revision that is pinned: ${checkout}`;
}

/** Writes refusals to standard error, and lets the process end with 1 if there are any. Says whether there are. */
export function reportRefusals(refusals) {
  for (const refusal of new Set(refusals)) console.error(refusal);
  if (refusals.length > 0) process.exitCode = 1;
  return refusals.length > 0;
}
