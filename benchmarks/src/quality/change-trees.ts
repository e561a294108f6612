import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { ChangeCase } from './change-cases.js';

/** Files by path, each with the id of its content. */
type Written = ReadonlyMap<string, string>;

/** `tools/changes/write-tree.mjs`, which runs nothing that a repository configures. */
interface TreeModule {
  writeTree(
    gitFolder: string,
    commit: string,
    target: { readonly folder: string; readonly written?: Written | undefined },
  ): Promise<Written>;
}

const module = new URL('../../../tools/changes/write-tree.mjs', import.meta.url);

/** The files of one repository at one commit after the other, in one folder: little is written anew. */
export class ChangeTrees {
  private written: Written | undefined;

  private constructor(
    private readonly tree: TreeModule,
    readonly folder: string,
  ) {}

  static async open(work: string, repository: string): Promise<ChangeTrees> {
    return new ChangeTrees((await import(fileURLToPath(module))) as TreeModule, join(work, 'trees', repository));
  }

  /** Writes the files as they were before a change. */
  async write({ mirror, commit }: ChangeCase): Promise<void> {
    this.written = await this.tree.writeTree(mirror, commit, { folder: this.folder, written: this.written });
  }
}
