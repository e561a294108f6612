import type { FileImport } from '@lexichord/abstractions';

import { cachedIn, FileCaches } from './cached-in.js';
import { ModuleFiles } from './modules/module-files.js';
import { folderOf } from './modules/path-names.js';
import type { SymbolTable } from './symbol-table.js';

/** The target of a name: a definition, or the files of a module. */
export type NameTarget = { readonly definition: number } | { readonly files: readonly number[] };

/** Maximum number of exports or base types followed. */
const maxDepth = 10;

/** Maximum number of definitions of a name to choose from. */
const maxNamesakes = 20;

/** Languages in which members of the enclosing types are in scope without a receiver. */
const membersInScope: ReadonlySet<string> = new Set(['java', 'csharp', 'c', 'ruby', 'other']);

/** Languages without imports by name: a definition anywhere may be in scope. */
const openScope: ReadonlySet<string> = new Set(['c', 'ruby', 'csharp', 'php', 'other']);

/** Resolves names in files to definitions, by scope and imports. */
export class NameResolver {
  private readonly modules: ModuleFiles;
  /** Imports by their local name in the file, except those of all names. */
  private readonly imports: (ReadonlyMap<string, FileImport> | undefined)[] = [];
  private readonly inScope = new FileCaches<NameTarget | 'outside' | undefined>();
  private readonly exports = new FileCaches<NameTarget | undefined>();
  private readonly bases = new Map<number, readonly number[]>();
  private readonly parts = new Map<number, readonly number[]>();

  constructor(private readonly table: SymbolTable) {
    this.modules = new ModuleFiles(table);
  }

  /** The target of a plain name inside a definition. `outside`: it is imported from outside the workspace. */
  resolve(name: string, file: number, owner: number | undefined): NameTarget | 'outside' | undefined {
    const inner = this.inEnclosing(name, owner);
    return inner === undefined ? this.inFile(name, file) : { definition: inner };
  }

  /** A member of a type or of one that it extends; for other definitions, a definition inside. */
  memberOf(target: number, name: string, depth = 0): number | undefined {
    const { table } = this;
    const own = table.childNamed(target, name);
    if (own !== undefined) return own;
    if (!table.isType(target)) return undefined;
    const file = table.fileOf[target] as number;
    const family = table.familyOf[file];
    for (const part of this.partsOf(target)) {
      const found = table.childNamed(part, name);
      if (found !== undefined) return found;
    }
    // In Go, methods are beside their type.
    if (family === 'go') return this.methodIn(this.modules.neighboursOf(file), name);
    if (depth >= maxDepth) return undefined;
    for (const base of this.basesOf(target)) {
      const found = this.memberOf(base, name, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The innermost type around the code of a definition. */
  enclosingType(owner: number | undefined): number | undefined {
    let at = owner;
    while (at !== undefined && !this.table.isType(at)) at = this.table.parentOf(at);
    return at;
  }

  /** Base types that a type names. */
  basesOf(type: number): readonly number[] {
    return cachedIn(this.bases, type, () => this.findBases(type));
  }

  private findBases(type: number): readonly number[] {
    const { table } = this;
    const file = table.fileOf[type] as number;
    const index = type - (table.starts[file] as number);
    const { startLine } = table.at(type);
    return table.symbolsOf(file).uses.flatMap(({ owner, name, receiver, lines }) => {
      if (owner !== index || receiver !== undefined || (lines[0] ?? Infinity) > startLine + 1) return [];
      const target = this.resolve(name, file, table.parentOf(type));
      const isBase = typeof target === 'object' && 'definition' in target && table.isType(target.definition);
      return isBase && target.definition !== type ? [target.definition] : [];
    });
  }

  /** The exports of files under a name. */
  exported(files: readonly number[], name: string, seen: ReadonlySet<number> = new Set()): NameTarget | undefined {
    if (seen.size >= maxDepth) return undefined;
    for (const file of files) {
      if (seen.has(file)) continue;
      const find = (): NameTarget | undefined => this.exportedBy(file, name, new Set([...seen, file]));
      // A nested result depends on the files visited before, so it is not cached.
      const target = seen.size === 0 ? cachedIn(this.exports.of(file), name, find) : find();
      if (target !== undefined) return target;
    }
    return undefined;
  }

  /** Files that a file imports from, in the order of its imports. */
  importedFiles(file: number): readonly number[] {
    const found = new Set<number>();
    for (const { module, imported } of this.table.symbolsOf(file).imports) {
      const files = this.modules.filesOf(module, file);
      for (const one of files) found.add(one);
      const target = imported === '*' ? undefined : this.exported(files, imported);
      if (target !== undefined && 'definition' in target) found.add(this.table.fileOf[target.definition] as number);
    }
    return [...found];
  }

  private exportedBy(file: number, name: string, seen: ReadonlySet<number>): NameTarget | undefined {
    const { table } = this;
    const own = table.outermostIn(file, name);
    if (own !== undefined) return { definition: own };
    const { exports, imports } = table.symbolsOf(file);
    const open: string[] = [];
    for (const { exported, local, module } of exports) {
      if (exported === '*' && module !== undefined) open.push(module);
      if (exported !== name) continue;
      const target =
        module === undefined ? this.localIn(file, local, seen) : this.imported({ imported: local, module, file }, seen);
      if (target !== undefined) return target;
    }
    // An import of a Python module is a name of the module.
    if (table.familyOf[file] === 'python') {
      const passed = imports.find(({ local }) => local === name);
      if (passed !== undefined) return this.imported({ ...passed, file }, seen);
      for (const { local, module } of imports) if (local === '*') open.push(module);
    }
    for (const module of open) {
      const target = this.exported(this.modules.filesOf(module, file), name, seen);
      if (target !== undefined) return target;
    }
    return undefined;
  }

  private localIn(file: number, name: string, seen: ReadonlySet<number>): NameTarget | undefined {
    const own = this.table.outermostIn(file, name);
    if (own !== undefined) return { definition: own };
    const binding = this.importsOf(file).get(name);
    return binding === undefined ? undefined : this.imported({ ...binding, file }, seen);
  }

  private imported(
    { imported, module, file }: Pick<FileImport, 'imported' | 'module'> & { readonly file: number },
    seen: ReadonlySet<number>,
  ): NameTarget | undefined {
    const files = this.modules.filesOf(module, file);
    if (imported === '*') {
      const isDefault = this.table.familyOf[file] === 'javascript' && seen.size === 0;
      // A single export of CommonJS is named like the module.
      const whole = isDefault ? this.exported(files, 'default', seen) : undefined;
      return whole ?? (files.length === 0 ? undefined : { files });
    }
    const target = this.exported(files, imported, seen);
    if (target !== undefined) return target;
    const separator = this.table.familyOf[file] === 'rust' ? '::' : '.';
    if (this.table.familyOf[file] !== 'python' && this.table.familyOf[file] !== 'rust')
      return this.staticMember(module, imported, file);
    const child = this.modules.filesOf(`${module}${/(?:^|\.)$/u.test(module) ? '' : separator}${imported}`, file);
    return child.length === 0 ? undefined : { files: child };
  }

  /** For `import static shop.Tax.rate`, the member of the type at the end of the module's name. */
  private staticMember(module: string, name: string, file: number): NameTarget | undefined {
    const type = /[.\\](\w+)$/u.exec(module)?.[1];
    if (type === undefined || this.table.familyOf[file] !== 'java') return undefined;
    const target = this.exported(this.modules.filesOf(module, file), type);
    if (target === undefined || !('definition' in target)) return undefined;
    const member = this.table.childNamed(target.definition, name);
    return member === undefined ? undefined : { definition: member };
  }

  private inEnclosing(name: string, owner: number | undefined): number | undefined {
    const { table } = this;
    for (let at = owner; at !== undefined; at = table.parentOf(at)) {
      const isInScope = !table.isType(at) || membersInScope.has(table.familyOf[table.fileOf[at] as number] as string);
      const found = isInScope ? table.childNamed(at, name) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private inFile(name: string, file: number): NameTarget | 'outside' | undefined {
    return cachedIn(this.inScope.of(file), name, () => {
      const own = this.table.outermostIn(file, name);
      if (own !== undefined) return { definition: own };
      const binding = this.importsOf(file).get(name);
      if (binding === undefined) return this.inOpenScope(name, file);
      return this.imported({ ...binding, file }, new Set()) ?? 'outside';
    });
  }

  /** Finds a name among the file's neighbours, in modules imported with all names, or anywhere. */
  private inOpenScope(name: string, file: number): NameTarget | undefined {
    const { table } = this;
    const near = this.exported(this.modules.neighboursOf(file), name);
    if (near !== undefined) return near;
    for (const { local, module } of table.symbolsOf(file).imports) {
      const target = local === '*' ? this.exported(this.modules.filesOf(module, file), name) : undefined;
      if (target !== undefined) return target;
    }
    if (!openScope.has(table.familyOf[file] as string)) return undefined;
    const nearest = this.nearest(name, file);
    return nearest === undefined ? undefined : { definition: nearest };
  }

  /** The definition of a name nearest to a file by folders; `undefined` if two are equally near. */
  private nearest(name: string, file: number): number | undefined {
    const { table } = this;
    const namesakes: number[] = [];
    for (const one of table.named(name)) {
      if (table.familyOf[table.fileOf[one] as number] !== table.familyOf[file]) continue;
      if (namesakes.push(one) > maxNamesakes) return undefined;
    }
    const folder = folderOf(table.files[file]?.path ?? '');
    let best: { readonly definition: number; readonly shared: number } | undefined;
    let isTied = false;
    for (const definition of namesakes) {
      if (table.at(definition).kind === 'block') continue;
      const shared = sharedLength(folder, folderOf(table.files[table.fileOf[definition] as number]?.path ?? ''));
      if (best === undefined || shared > best.shared) {
        best = { definition, shared };
        isTied = false;
      } else if (shared === best.shared) isTied = true;
    }
    return isTied ? undefined : best?.definition;
  }

  /** Other definitions with members of the same type, such as an `impl` or a partial class. */
  private partsOf(type: number): readonly number[] {
    return cachedIn(this.parts, type, () => this.findParts(type));
  }

  private findParts(type: number): readonly number[] {
    const { table } = this;
    const { name } = table.at(type);
    const file = table.fileOf[type] as number;
    return table.named(name).filter((one) => {
      if (one === type || !table.isType(one) || table.familyOf[table.fileOf[one] as number] !== table.familyOf[file])
        return false;
      return table.fileOf[one] === file || table.at(one).kind === 'block' || table.familyOf[file] === 'csharp';
    });
  }

  private methodIn(files: readonly number[], name: string): number | undefined {
    const found = this.table.namedIn(new Set(files), name);
    return found.length === 1 ? found[0] : undefined;
  }

  private importsOf(file: number): ReadonlyMap<string, FileImport> {
    let imports = this.imports[file];
    if (imports === undefined) {
      const named = this.table.symbolsOf(file).imports.filter(({ local }) => local !== '*');
      imports = new Map(named.map((one) => [one.local, one]));
      this.imports[file] = imports;
    }
    return imports;
  }
}

/** Number of common folders of two paths, from the root. */
function sharedLength(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
