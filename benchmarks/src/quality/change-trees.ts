import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ChangeCase } from './change-cases.js';

/** Files by path, each with the id of its content. */
type Written = ReadonlyMap<string, string>;

/** `tools/changes/write-tree.mjs` and `write-history.mjs`, which run nothing that a repository configures. */
interface TreeModule {
  writeTree(
    gitFolder: string,
    commit: string,
    target: { readonly folder: string; readonly written?: Written | undefined },
  ): Promise<Written>;
}
interface HistoryModule {
  writeHistory(gitFolder: string, commit: string, folder: string): Promise<void>;
}

const folderOfModules = new URL('../../../tools/changes/', import.meta.url);

/**
 * The files of one repository at one commit after the other, with the history up to that commit, in one folder: little is
 * written anew.
 */
export class ChangeTrees {
  private written: Written | undefined;

  private constructor(
    private readonly modules: TreeModule & HistoryModule,
    readonly folder: string,
  ) {}

  static async open(work: string, repository: string): Promise<ChangeTrees> {
    const tree = await importTool<TreeModule>('write-tree.mjs');
    const history = await importTool<HistoryModule>('write-history.mjs');
    return new ChangeTrees({ ...tree, ...history }, join(work, 'trees', repository));
  }

  /** Writes files and history as they were before a change. */
  async write({ mirror, commit }: ChangeCase): Promise<void> {
    const { folder, written } = this;
    this.written = await this.modules.writeTree(mirror, commit, { folder, written });
    await this.modules.writeHistory(mirror, commit, folder);
  }
}

async function importTool<T>(name: string): Promise<T> {
  return (await import(fileURLToPath(new URL(name, folderOfModules)))) as T;
}
