import { execFileSync } from 'node:child_process';
import { access, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  IContextPacker,
  IIndexService,
  type ILexichordRuntime,
  ISemanticSearchService,
  ISourceFinder,
  packingBudgetOf,
} from '@lexichord/abstractions';

import { IndexedWorkspaces } from './test-support/indexed-workspace.js';

const task = 'stop the flicker of the sidebar';
const layout = 'export function layout(width: number): number {\n  return Math.round(width);\n}\n';
const colours = 'export function colours(name: string): string {\n  return name.trim();\n}\n';

describe('Earlier commits', () => {
  const workspaces = new IndexedWorkspaces();

  afterEach(() => workspaces.dispose());

  /** One commit about a sidebar, whose file does not have the word. */
  async function aRepository(): Promise<string> {
    const root = await workspaces.folder({ 'src/colours.ts': colours });
    const git = (...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'core.autocrlf=false'];
      execFileSync('git', [...identity, ...args], { cwd: root, stdio: 'ignore' });
    };
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'Name the colours');
    await writeFile(join(root, 'src/layout.ts'), layout);
    git('add', '-A');
    git('commit', '-q', '-m', 'Keep the sidebar from flickering');
    return root;
  }

  const withRuntime = async <T>(root: string, use: (runtime: ILexichordRuntime) => Promise<T>): Promise<T> => {
    const runtime = await workspaces.open(root);
    try {
      await runtime.resolve(IIndexService).update();
      return await use(runtime);
    } finally {
      await runtime.dispose();
    }
  };
  const packOf = (root: string): Promise<string> =>
    withRuntime(root, async (runtime) => {
      const sources = await runtime.resolve(ISourceFinder).find({ task });
      return (await runtime.resolve(IContextPacker).pack(sources, packingBudgetOf(2_000), { task })).content;
    });
  const raisedFiles = (root: string, purpose: 'list' | 'pack'): Promise<readonly string[]> =>
    withRuntime(root, async (runtime) => {
      const { hits } = await runtime.resolve(ISemanticSearchService).search(task, { purpose });
      return hits
        .filter(({ parts = [] }) => parts.some(({ signal }) => signal === 'history'))
        .map(({ filePath }) => filePath);
    });

  it('raise in a search for a pack the file that was changed for the like, and in a list none', async () => {
    const root = await aRepository();

    expect(await raisedFiles(root, 'list')).toEqual([]);
    expect(await raisedFiles(root, 'pack')).toEqual(['src/layout.ts']);
  });

  it('give the same pack when they are read from git, and from the folder of state', async () => {
    const root = await aRepository();
    const file = join(root, '.lexichord/commit-history.json');

    const first = await packOf(root);
    await access(file);
    expect(await packOf(root)).toBe(first);
    await rm(file);
    expect(await packOf(root)).toBe(first);
    await writeFile(file, 'nonsense');
    expect(await packOf(root)).toBe(first);
  });

  it('are missed by nothing in a workspace without a repository', async () => {
    const root = await workspaces.folder({ 'src/layout.ts': layout });

    expect(await raisedFiles(root, 'pack')).toEqual([]);
    expect(await packOf(root)).toContain('layout');
  });
});
