import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ErrorCode,
  IIndexService,
  ISemanticSearchService,
  ISymbolGraph,
  type IndexOptions,
  type SearchHit,
  isLexichordError,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { IDatabase } from '@lexichord/storage';

import { Fuse, failingDatabase } from './test-support/failing-database.js';
import {
  type Files,
  IndexedWorkspaces,
  commonWord,
  generatedFiles,
  writeFiles,
} from './test-support/indexed-workspace.js';

const before: Files = { ...generatedFiles(8), 'plans/secret.md': `# Plans\n\nA ${commonWord} of plans.\n` };

describe('an index run that ends at any of its commits', () => {
  const workspaces = new IndexedWorkspaces();

  afterAll(() => workspaces.dispose());

  /** @returns how many changes were made; `undefined` when the run came to its end */
  async function indexUntil(root: string, maxChanges: number, options: IndexOptions): Promise<number | undefined> {
    const fuse = new Fuse(maxChanges);
    try {
      await workspaces.index(root, options, {
        register: (container) => {
          const database = resolveToken(container, IDatabase);
          container.register(IDatabase, { useValue: failingDatabase(database, fuse) });
        },
      });
      return undefined;
    } catch (error) {
      if (!isLexichordError(error) || error.code !== ErrorCode.storageFailed) throw error;
      return fuse.done;
    }
  }

  /** What is found once the next process has searched, brought the index up to date, and searched again. */
  async function contentsAfterNextRun(root: string): Promise<readonly SearchHit[]> {
    const runtime = await workspaces.open(root);
    try {
      const search = runtime.resolve(ISemanticSearchService);
      await search.search(commonWord).catch((error: unknown) => {
        expect(error).toMatchObject({ code: ErrorCode.noIndex });
      });
      await runtime.resolve(IIndexService).update();
      return (await search.search(commonWord, { topK: 1_000 })).hits;
    } finally {
      await runtime.dispose();
    }
  }

  async function unsettled(root: string): Promise<void> {
    // Times long ago, so that nothing is read again only because it is fresh.
    const past = Date.UTC(2020, 0, 1) / 1_000;
    for (const path of Object.keys(before)) await utimes(join(root, path), past, past).catch(() => undefined);
  }

  async function changeFiles(root: string): Promise<void> {
    await writeFiles(root, {
      ...Object.fromEntries(Object.entries(generatedFiles(8, 'second')).slice(0, 3)),
      'added/new.md': `# New\n\nA ${commonWord} of new.\n`,
      '.agentignore': 'plans/\n',
    });
    await rm(join(root, 'part6'), { recursive: true, force: true });
  }

  it.each<[string, { readonly isIndexed: boolean; readonly options: IndexOptions }]>([
    ['the first run', { isIndexed: false, options: {} }],
    ['a run after changes', { isIndexed: true, options: {} }],
    ['a run that begins anew', { isIndexed: true, options: { rebuild: true } }],
  ])('leaves a store that can be read and is completed by the next run: %s', async (_what, { isIndexed, options }) => {
    const start = await workspaces.folder(before);
    await unsettled(start);
    if (isIndexed) {
      await workspaces.index(start);
      await changeFiles(start);
    }
    const expected = await workspaces.undisturbed(start);

    let commits = 0;
    for (;;) {
      const root = await workspaces.copyOf(start);
      const done = await indexUntil(root, commits, options);
      if (done === undefined) break;
      const found = await contentsAfterNextRun(root);
      // Paths first: they say more than a page of scores.
      expect([commits, found.map(({ filePath }) => filePath)]).toEqual([
        commits,
        expected.map(({ filePath }) => filePath),
      ]);
      expect(found).toEqual(expected);
      commits += 1;
    }

    expect(expected.length).toBeGreaterThan(5);
    expect(commits).toBeGreaterThan(4);
  });

  /** Where the functions of the generated files are defined, as the next process knows it. */
  async function definitions(root: string): Promise<readonly string[]> {
    const runtime = await workspaces.open(root);
    try {
      const graph = runtime.resolve(ISymbolGraph);
      const names = [0, 1, 2, 3, 4].flatMap((number) => [`first${number}`, `second${number}`]);
      const found = await Promise.all(names.map((name) => graph.definitionsNamed(name)));
      return found.flat().map(({ id }) => id);
    } finally {
      await runtime.dispose();
    }
  }

  it.each([
    ['at another time', 1_800],
    ['with their times', 3_600],
  ])('is completed by the next one when the files are set back before it, %s', async (_how, secondsAgo) => {
    const first = generatedFiles(5);
    const setBack = async (root: string, agoSeconds: number): Promise<void> => {
      await writeFiles(root, first);
      const time = Date.UTC(2020, 0, 1) / 1_000 - agoSeconds;
      for (const path of Object.keys(first)) await utimes(join(root, path), time, time);
    };
    const start = await workspaces.folder();
    await setBack(start, 3_600);
    await workspaces.index(start);
    const expected = [await workspaces.undisturbed(start), await definitions(start)];
    await writeFiles(start, generatedFiles(5, 'second'));

    let commits = 0;
    for (;;) {
      const root = await workspaces.copyOf(start);
      const done = await indexUntil(root, commits, {});
      if (done === undefined) break;
      await setBack(root, secondsAgo);
      const hits = await contentsAfterNextRun(root);
      expect([commits, hits, await definitions(root)]).toEqual([commits, ...expected]);
      commits += 1;
    }

    expect(expected[1]).toHaveLength(3);
    expect(commits).toBeGreaterThan(3);
  });
});
