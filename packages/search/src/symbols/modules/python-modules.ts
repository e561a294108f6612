import type { SymbolTable } from '../symbol-table.js';
import { folderOf, foldersAbove, joinPath } from './path-names.js';

/** Resolves names of Python modules: relative ones, those of packages in the workspace, and neighbours. */
export class PythonModules {
  /** Folders of top-level packages and modules, by the first name. */
  private readonly roots = new Map<string, string[]>();

  constructor(private readonly table: SymbolTable) {
    for (const { path } of table.files) {
      if (!path.endsWith('/__init__.py')) continue;
      const folder = folderOf(path);
      const above = folderOf(folder);
      if (table.fileByPath.has(above === '' ? '__init__.py' : `${above}/__init__.py`)) continue;
      const name = folder.slice(above === '' ? 0 : above.length + 1);
      this.roots.set(name, [...(this.roots.get(name) ?? []), above]);
    }
  }

  filesOf(module: string, from: number): readonly number[] {
    const folder = folderOf(this.table.files[from]?.path ?? '');
    const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
    const path = module.slice(dots).replaceAll('.', '/');
    const start = dots === 0 ? undefined : foldersAbove(folder)[dots - 1];
    if (dots > 0) return start === undefined ? [] : this.filesAt(joinPath(start, path === '' ? '.' : path));
    const [first = ''] = path.split('/');
    for (const root of [...foldersAbove(folder), ...(this.roots.get(first) ?? [])]) {
      const found = this.filesAt(joinPath(root, path));
      if (found.length > 0) return found;
    }
    return [];
  }

  private filesAt(path: string | undefined): readonly number[] {
    if (path === undefined) return [];
    const inside = path === '' ? '' : `${path}/`;
    for (const candidate of [`${path}.py`, `${inside}__init__.py`, `${path}.pyi`, `${inside}__init__.pyi`]) {
      const found = this.table.fileByPath.get(candidate);
      if (found !== undefined) return [found];
    }
    return [];
  }
}
