import { plainDiff, readGit } from './bare-git.mjs';

const [recordStart, fieldEnd] = ['\x01', '\x02'];

/**
 * Commits with one parent, newest first.
 *
 * @param {string} gitFolder
 * @param {{ since: string, revision?: string }} options `since` is a date that git reads; without a revision, the commits of
 *   all branches
 * @returns {Promise<readonly Commit[]>}
 *
 * @typedef {object} Commit
 * @property {string} id
 * @property {string} parent
 * @property {string} date such as 2026-11-25
 * @property {string} subject
 * @property {readonly { status: string, path: string }[]} files `status` is git's letter, such as M
 */
export async function readCommits(gitFolder, { since, revision = '--all' }) {
  const format = ['%H', '%P', '%cs', '%s'].join('%x02');
  const args = ['log', revision, '--no-merges', '--raw', '--no-abbrev', ...plainDiff];
  const output = await readGit(gitFolder, [...args, `--since=${since}`, `--format=%x01${format}`]);
  return output.toString('utf8').split(recordStart).slice(1).map(commitOf).filter(hasOneParent);
}

function commitOf(record) {
  const [head, ...lines] = record.split('\n');
  const [id, parent, date, ...subject] = head.split(fieldEnd);
  return { id, parent, date, subject: subject.join(' '), files: lines.flatMap(fileOf) };
}

/** `:100644 100644 <id> <id> M<tab>path`. */
function fileOf(line) {
  const match = /^:\d+ \d+ \S+ \S+ ([A-Z])\d*\t(.+)$/u.exec(line);
  return match === null ? [] : [{ status: match[1], path: match[2] }];
}

function hasOneParent({ parent }) {
  return /^[0-9a-f]{40,64}$/u.test(parent);
}

/**
 * Lines of the parent that a commit changes, by path: pairs of first and last line, 1-based and inclusive. Of lines that
 * are only added, the ones before and after.
 *
 * @param {string} gitFolder
 * @param {Pick<Commit, 'id' | 'parent'>} commit
 * @param {readonly string[]} paths
 * @returns {Promise<Record<string, [number, number][]>>}
 */
export async function readChangedLines(gitFolder, { id, parent }, paths) {
  const changed = {};
  // One command a file: no line of a difference can then be taken for the name of a file.
  for (const path of paths) {
    const args = ['diff-tree', '-p', '-U0', ...plainDiff, parent, id, '--', `:(literal,top)${path}`];
    const lines = (await readGit(gitFolder, args)).toString('utf8').split('\n');
    const ranges = lines.flatMap(rangeOf);
    if (ranges.length > 0) changed[path] = ranges;
  }
  return changed;
}

/** `@@ -first,count +…`: nothing else begins like this, because every line of a file has a sign in front. */
function rangeOf(line) {
  const match = /^@@ -(\d+)(?:,(\d+))? \+/u.exec(line);
  if (match === null) return [];
  const first = Number(match[1]);
  const count = match[2] === undefined ? 1 : Number(match[2]);
  return [count === 0 ? [Math.max(1, first), first + 1] : [first, first + count - 1]];
}
