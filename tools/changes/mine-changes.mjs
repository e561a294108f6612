import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { refusalsOfCommits, reportRefusals } from '../ranking/refusals.mjs';
import { pinnedOf } from '../ranking/repositories.mjs';
import { changeOf, shuffled } from './choose-changes.mjs';
import { readChangedLines, readCommits } from './read-commits.mjs';

/** Lines that a change may touch in the files as they were. */
const maxChangedLines = 160;

/**
 * Real changes of a repository, drawn at random: the commit before, what the commit says, and the lines that it changes.
 *
 * @param {string} gitFolder
 * @param {{ repository: string, revision?: string, count: number, since: string, seed: number }} options `repository` is
 *   `owner/name`; without a revision, all branches count
 */
export async function mineChanges(gitFolder, { repository, revision, count, since, seed }) {
  const name = repository.slice(repository.indexOf('/') + 1);
  const cases = [];
  const candidates = (await readCommits(gitFolder, { since, revision })).flatMap((commit) => {
    const change = changeOf(commit);
    return change === undefined ? [] : [{ commit, change }];
  });
  for (const { commit, change } of shuffled(candidates, seed)) {
    if (cases.length === count) break;
    const goldLines = await readChangedLines(gitFolder, commit, change.paths);
    const lines = Object.values(goldLines).flat();
    const changed = lines.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    if (lines.length === 0 || changed > maxChangedLines) continue;
    cases.push({
      id: `${name}-${String(cases.length + 1).padStart(2, '0')}`,
      repo: name,
      lang: change.language,
      commit: commit.parent,
      fix: commit.id,
      date: commit.date,
      query: change.task,
      goldFiles: Object.keys(goldLines),
      goldLines,
    });
  }
  return cases;
}

/** Where the git directory of `owner/name` is among the mirrors. */
export function mirrorOf(mirrors, repository) {
  const folder = join(mirrors, repository.replace('/', '+'));
  return existsSync(join(folder, 'repo')) ? join(folder, 'repo') : folder;
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      mirrors: { type: 'string' },
      out: { type: 'string' },
      count: { type: 'string', default: '24' },
      since: { type: 'string', default: '2015-01-01' },
      seed: { type: 'string', default: '7' },
    },
  });
  const { mirrors, out, since } = values;
  if (mirrors === undefined || out === undefined || positionals.length === 0) {
    console.error(
      'usage: node tools/changes/mine-changes.mjs --mirrors DIR --out FILE [--count N] [--since DATE] [--seed N] OWNER/NAME[@REVISION]…',
    );
    process.exitCode = 2;
    return;
  }
  const drawn = positionals.map((positional) => {
    const [name, given] = positional.split('@');
    const { repository, revision } = pinnedOf(name, 'changes') ?? { repository: name };
    return { repository, revision: given ?? revision };
  });
  const refusals = await Promise.all(
    drawn.map(({ repository, revision }) =>
      refusalsOfCommits(repository, { commits: [revision], mirrorOf: (name) => mirrorOf(mirrors, name) }),
    ),
  );
  if (reportRefusals(refusals.flat())) return;
  const cases = [];
  for (const { repository, revision } of drawn) {
    const options = { repository, revision, count: Number(values.count), since, seed: Number(values.seed) };
    cases.push(...(await mineChanges(mirrorOf(mirrors, repository), options)));
  }
  await writeFile(out, `[\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);
  console.log(`${cases.length} changes of ${positionals.length} repositories`);
}

if (process.argv[1] === import.meta.filename) await main();
