import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

import {
  ErrorCode,
  type GuardedPath,
  type IWorkspaceGuard,
  type IWorkspaceListing,
  LexichordError,
  type ListOptions,
  type ListedFile,
  PathDeniedError,
} from '@lexichord/abstractions';
import { withForwardSlashes } from '@lexichord/platform/internal';

import { languageOf } from './folder-editor.js';

/** All files of a folder but those of `.lexichord` and those that the guard denies. */
export class FolderListing implements IWorkspaceListing {
  /** How often it was asked. */
  runs = 0;

  constructor(private readonly guard: IWorkspaceGuard) {}

  async *list({ signal }: ListOptions = {}): AsyncGenerator<ListedFile> {
    this.runs += 1;
    const entries = await readdir(this.guard.root, { withFileTypes: true, recursive: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => withForwardSlashes(relative(this.guard.root, join(entry.parentPath, entry.name))))
      .filter((path) => !this.guard.isDenied(path))
      .sort();
    for (const relativePath of paths) {
      signal?.throwIfAborted();
      const { size, mtimeMs } = await stat(join(this.guard.root, relativePath));
      yield { relativePath, sizeBytes: size, modifiedMs: mtimeMs, language: languageOf(relativePath) };
    }
  }
}

/** Lets everything pass that is in the folder, but `.env` and `.lexichord`. */
export class FolderGuard implements IWorkspaceGuard {
  constructor(readonly root: string) {}

  async check(path: string): Promise<GuardedPath> {
    const absolutePath = join(this.root, path);
    const isInside = !relative(this.root, absolutePath).startsWith('..');
    if (!isInside || this.isDenied(path)) throw new PathDeniedError(path, isInside ? 'a rule denies it' : 'it leaves');
    const facts = await stat(absolutePath).catch(() => undefined);
    if (facts === undefined) throw new LexichordError(ErrorCode.notFound, `"${path}" does not exist.`);
    return { relativePath: path, absolutePath, sizeBytes: facts.size, modifiedMs: facts.mtimeMs };
  }

  isDenied(relativePath: string): boolean {
    return relativePath.split('/').some((name) => name === '.env' || name === '.lexichord');
  }
}
