import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { seededRandom } from '../seeded-random.js';
import { ChangeTrees } from './change-trees.js';

/** One turn of work on a repository. */
export interface CommitTurn {
  readonly task: string;
  /** Files that the work on the task changed. Empty: not known. */
  readonly changedFiles: readonly string[];
}

/** Turns, one after the other: when one is given, the folder has the files as they were before the work on it. */
export interface Turns {
  readonly folder: string;
  readonly turns: AsyncIterable<CommitTurn>;
}

interface GitModule {
  readonly readGit: (gitFolder: string, args: readonly string[]) => Promise<Buffer>;
}

/** The last commits of a repository, oldest first, without merges; `undefined` without a history. */
export async function commitTurns(
  repository: string,
  { work, maxTurns }: { readonly work: string; readonly maxTurns: number },
): Promise<Turns | undefined> {
  const gitFolder = [join(repository, '.git'), repository].find((folder) => existsSync(join(folder, 'objects')));
  if (gitFolder === undefined) return undefined;
  const tool = fileURLToPath(new URL('../../../tools/changes/bare-git.mjs', import.meta.url));
  const { readGit } = (await import(tool)) as GitModule;
  const read = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await readGit(gitFolder, args))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '');
  const log = await read('log', '--first-parent', '--no-merges', `--max-count=${maxTurns}`, '--format=%H %P%x09%s');
  const commits = log.map((line) => {
    const [ids = '', task = ''] = line.split('\t');
    const [commit = '', parent] = ids.split(' ');
    return { commit, parent, task };
  });
  const trees = await ChangeTrees.open(work, 'replayed');
  await mkdir(trees.folder, { recursive: true });
  async function* replay(): AsyncGenerator<CommitTurn> {
    for (const { commit, parent, task } of commits.toReversed()) {
      if (parent === undefined) continue;
      const places = { id: commit, repository: 'replayed', language: '', places: [] };
      await trees.write({ ...places, mirror: gitFolder as string, commit: parent, task });
      const changedFiles = await read('diff-tree', '-r', '--name-only', '--no-commit-id', '--diff-filter=MD', commit);
      yield { task, changedFiles };
    }
  }
  return { folder: trees.folder, turns: replay() };
}

const topics = ['feed', 'weigh', 'count', 'move'] as const;

/** Turns of a generated repository: in each, a line of one file is changed. */
export async function editedTurns(folder: string, maxTurns: number): Promise<Turns> {
  const random = seededRandom(8);
  const paths = Array.from({ length: 24 }, (_, index) => `src/module-${index}.ts`);
  const textOf = (index: number, edit: number): string =>
    topics
      .map(
        (topic) =>
          `/** How to ${topic} animal ${index}. */\nexport function ${topic}Animal${index}(size: number) {\n  return size * ${edit};\n}\n`,
      )
      .join('\n');
  await mkdir(join(folder, 'src'), { recursive: true });
  for (const [index, path] of paths.entries()) await writeFile(join(folder, path), textOf(index, 1));
  async function* edit(): AsyncGenerator<CommitTurn> {
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const index = Math.floor(random() * paths.length);
      const path = paths[index] as string;
      yield { task: `change how to ${topics[turn % topics.length]} animal ${index}`, changedFiles: [path] };
      const before = await readFile(join(folder, path), 'utf8');
      await writeFile(join(folder, path), before.replace(/size \* \d+/u, `size * ${turn + 2}`));
    }
  }
  return { folder, turns: edit() };
}
