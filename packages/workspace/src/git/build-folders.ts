import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { foldersAbove } from './folders-above.js';

/** Folders that tools write into and people rarely do. */
export const buildFolderNames: ReadonlySet<string> = new Set([
  ...['build', 'dist', 'target', 'coverage', 'htmlcov', 'venv', 'bower_components'],
  ...['.next', '.nuxt', '.svelte-kit', '.output', '.turbo', '.parcel-cache', '.cache'],
  ...['.gradle', '.tox', '.nox', '.mypy_cache', '.pytest_cache', '.ruff_cache'],
]);

/**
 * Tells which new files of a repository are build output: those in a folder of such a name, unless a `.gitignore` is in a
 * folder above that one. An author of rules has said what is output; without rules, it is guessed. See ADR 0100.
 */
export class UnruledBuildFolders {
  /** Whether there is a `.gitignore`, by folder. */
  private readonly hasRules = new Map<string, boolean>();

  /** @param root absolute; a folder in a repository, or its top */
  constructor(private readonly root: string) {}

  /**
   * The outermost build folder that holds a path and that no rules are above, with a slash at the end.
   *
   * @param path relative to the root; a folder's own name counts if it ends with a slash
   */
  holding(path: string): string | undefined {
    const folder = outermostBuildFolder(path);
    if (folder === undefined) return undefined;
    for (let above = parentOf(folder); ; above = parentOf(above)) {
      if (this.hasRulesIn(above)) return undefined;
      if (above === '') return folder;
    }
  }

  private hasRulesIn(folder: string): boolean {
    const cached = this.hasRules.get(folder);
    if (cached !== undefined) return cached;
    const outer = folder === '' ? foldersAbove(this.root).map(({ absolutePath }) => absolutePath) : [];
    const found = [join(this.root, folder), ...outer].some((each) => isFile(join(each, '.gitignore')));
    this.hasRules.set(folder, found);
    return found;
  }
}

/**
 * Warning about build folders whose new files are left out.
 *
 * @param where of another repository, such as ` in lib/`
 */
export function leftOutWarning(folders: Iterable<string>, where = ''): string {
  const names = [...new Set([...folders].map((folder) => JSON.stringify(basename(folder))))].sort();
  return `New files in folders named ${names.join(', ')}${where} are left out as build output, because there is no .gitignore above them. Run "git add" to include a file, or create a .gitignore, whose rules then apply instead.`;
}

function outermostBuildFolder(path: string): string | undefined {
  for (let [start, end] = [0, path.indexOf('/')]; end >= 0; [start, end] = [end + 1, path.indexOf('/', end + 1)]) {
    if (buildFolderNames.has(path.slice(start, end))) return path.slice(0, end + 1);
  }
  return undefined;
}

/** @param folder with a slash at the end */
function parentOf(folder: string): string {
  const parent = dirname(folder);
  return parent === '.' ? '' : `${parent}/`;
}

/** Git follows no link to rules. */
function isFile(path: string): boolean {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
