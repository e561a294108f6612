import type { SymbolTable } from '../symbol-table.js';
import { folderOf, joinPath } from './path-names.js';

/** Resolves paths of Go packages, each a folder below a module of the workspace. */
export class GoModules {
  private readonly modules: readonly { readonly name: string; readonly folder: string }[];
  private readonly folders = new Map<string, number[]>();

  constructor(private readonly table: SymbolTable) {
    this.modules = table.files
      .filter(({ path, symbols }) => /(?:^|\/)go\.mod$/u.test(path) && symbols.package !== undefined)
      .map(({ path, symbols }) => ({ name: symbols.package as string, folder: folderOf(path) }))
      .sort((a, b) => b.name.length - a.name.length || (a.folder < b.folder ? -1 : 1));
    for (const [index, { path }] of table.files.entries()) {
      if (table.familyOf[index] !== 'go') continue;
      this.folders.set(folderOf(path), [...(this.folders.get(folderOf(path)) ?? []), index]);
    }
  }

  filesOf(module: string): readonly number[] {
    const declared = this.modules.find(({ name }) => module === name || module.startsWith(`${name}/`));
    if (declared === undefined) return [];
    const folder = joinPath(declared.folder, `.${module.slice(declared.name.length)}`);
    return folder === undefined ? [] : (this.folders.get(folder) ?? []);
  }

  /** Files of a file's package. */
  neighboursOf(file: number): readonly number[] {
    return this.folders.get(folderOf(this.table.files[file]?.path ?? '')) ?? [];
  }
}

/** Files by the name of the package or namespace that they declare. */
export class NamedPackages {
  private readonly files = new Map<string, number[]>();

  constructor(
    private readonly table: SymbolTable,
    families: readonly string[],
  ) {
    for (const [index, { symbols }] of table.files.entries()) {
      if (symbols.package === undefined || !families.includes(table.familyOf[index] as string)) continue;
      const key = `${table.familyOf[index] as string} ${symbols.package}`;
      const others = this.files.get(key);
      if (others === undefined) this.files.set(key, [index]);
      else others.push(index);
    }
  }

  /** Files of a package; for `shop.Cart` those of `shop`, if there is no package `shop.Cart`. */
  filesOf(module: string, from: number): readonly number[] {
    const family = this.table.familyOf[from] as string;
    const found = this.files.get(`${family} ${module}`);
    if (found !== undefined) return found;
    const above = module.replace(/[.\\]\w+$/u, '');
    return above === module ? [] : (this.files.get(`${family} ${above}`) ?? []);
  }

  neighboursOf(file: number): readonly number[] {
    const name = this.table.symbolsOf(file).package;
    return name === undefined ? [] : (this.files.get(`${this.table.familyOf[file] as string} ${name}`) ?? []);
  }
}

/** Resolves the `require` of Ruby: files beside the requiring one, and files in a `lib` folder. */
export class RubyModules {
  constructor(private readonly table: SymbolTable) {}

  filesOf(module: string, from: number): readonly number[] {
    const folder = folderOf(this.table.files[from]?.path ?? '');
    for (const root of [folder, 'lib', '']) {
      const found = this.table.fileByPath.get(`${joinPath(root, module) ?? ''}.rb`);
      if (found !== undefined) return [found];
    }
    return [];
  }
}
