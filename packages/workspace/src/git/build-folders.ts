import { lstatSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { foldersAbove } from './folders-above.js';

/** Names of folders that usually contain only output of tools. */
export const buildFolderNames: ReadonlySet<string> = new Set([
  ...['build', 'dist', 'target', 'coverage', 'htmlcov', 'venv', 'bower_components'],
  ...['.next', '.nuxt', '.svelte-kit', '.output', '.turbo', '.parcel-cache', '.cache'],
  ...['.gradle', '.tox', '.nox', '.mypy_cache', '.pytest_cache', '.ruff_cache'],
]);

/**
 * Detects new files of a repository that are build output: in a folder with such a name, without a `.gitignore` in any
 * folder above it. Existing rules are taken as complete; without rules, names decide. See ADR 0100.
 */
export class UnruledBuildFolders {
  /** Whether there is a `.gitignore`, by folder. */
  private readonly hasRules = new Map<string, boolean>();

  /** @param root absolute path of a folder in a repository, or of its top */
  constructor(private readonly root: string) {}

  /**
   * The outermost build folder that contains a path, with a slash at the end; `undefined` if there is a `.gitignore`
   * above.
   *
   * @param path path relative to the root; a folder's own name counts if it ends with a slash
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
 * @param where location of a nested repository, such as ` in lib/`
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

/** Whether a path is a file and no link: git follows no link to rules. */
function isFile(path: string): boolean {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
