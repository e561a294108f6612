import type { SymbolTable } from '../symbol-table.js';
import { folderOf, foldersAbove, joinPath } from './path-names.js';

const crateFiles = ['src/lib.rs', 'src/main.rs', 'lib.rs', 'main.rs'];

/** Resolves paths of Rust modules: `crate::`, `self::`, `super::`, child modules, and crates of the workspace. */
export class RustModules {
  /** Folders of crates by their names. */
  private readonly crates = new Map<string, string>();
  private readonly crateFolders = new Set<string>();

  constructor(private readonly table: SymbolTable) {
    for (const { path, symbols } of table.files) {
      if (!/(?:^|\/)Cargo\.toml$/u.test(path) || symbols.package === undefined) continue;
      this.crates.set(symbols.package.replaceAll('-', '_'), folderOf(path));
      this.crateFolders.add(folderOf(path));
    }
  }

  filesOf(module: string, from: number): readonly number[] {
    const path = this.table.files[from]?.path ?? '';
    const [first = '', ...rest] = module.split('::').filter((part) => part !== '');
    if (first === '') return [from];
    if (first === 'crate') {
      const crate = foldersAbove(folderOf(path)).find((folder) => this.crateFolders.has(folder));
      return crate === undefined ? [] : this.inFolder(joinPath(crate, 'src'), rest);
    }
    let folder: string | undefined = modulesFolder(path);
    if (first === 'self') return rest.length === 0 ? [from] : this.inFolder(folder, rest);
    if (first === 'super') {
      let names = rest;
      for (folder = folderOf(folder); names[0] === 'super'; folder = folderOf(folder)) names = names.slice(1);
      return this.inFolder(folder, names);
    }
    const child = this.inFolder(folder, [first, ...rest]);
    if (child.length > 0) return child;
    const crate = this.crates.get(first);
    return crate === undefined ? [] : this.inFolder(joinPath(crate, 'src'), rest);
  }

  /** The file of a module below a folder; for a type in a module, the file of the module. */
  private inFolder(folder: string | undefined, names: readonly string[]): readonly number[] {
    if (folder === undefined) return [];
    for (let count = names.length; count > 0; count -= 1) {
      const path = [folder, ...names.slice(0, count)].filter((part) => part !== '').join('/');
      for (const candidate of [`${path}.rs`, `${path}/mod.rs`, `${path}/lib.rs`]) {
        const found = this.table.fileByPath.get(candidate);
        if (found !== undefined) return [found];
      }
    }
    if (names.length > 1) return [];
    for (const name of [
      `${folder}.rs`,
      `${folder}/mod.rs`,
      ...crateFiles.map((file) => `${folderOf(folder)}/${file}`),
    ]) {
      const found = this.table.fileByPath.get(name.replace(/^\//u, ''));
      if (found !== undefined) return [found];
    }
    return [];
  }
}

/** Folder of the child modules of a file. */
function modulesFolder(path: string): string {
  return /(?:^|\/)(?:mod|lib|main)\.rs$/u.test(path) ? folderOf(path) : path.replace(/\.rs$/u, '');
}
