import type { FileExport } from '@lexichord/abstractions';

import type { SymbolTable } from '../symbol-table.js';
import { folderOf, foldersAbove, joinPath } from './path-names.js';

const extensions = ['.ts', '.tsx', '.mts', '.cts', '.d.ts', '.js', '.jsx', '.mjs', '.cjs'];

/** Extensions of compiled files, and of their sources. */
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Folders of a package's compiled files. */
const compiledFolder = /(^|\/)(?:dist|lib|build|esm|cjs|out)(?=\/)(?:\/(?:esm|cjs|src|types)(?=\/))?/u;

interface WorkspacePackage {
  readonly folder: string;
  readonly entries: readonly FileExport[];
}

/** Resolves names of modules in JavaScript and TypeScript: paths, path mappings, and packages of the workspace. */
export class JavaScriptModules {
  private readonly packages = new Map<string, WorkspacePackage>();
  /** Path mappings by the folder of their configuration. */
  private readonly mappings = new Map<string, { readonly pattern: string; readonly target: string }[]>();

  constructor(private readonly table: SymbolTable) {
    for (const { path, symbols } of table.files) {
      const folder = folderOf(path);
      const name = path.slice(folder === '' ? 0 : folder.length + 1);
      if (name === 'package.json' && symbols.package !== undefined) {
        if (!this.packages.has(symbols.package))
          this.packages.set(symbols.package, { folder, entries: symbols.exports });
      } else if (/^[jt]sconfig.*\.json$/u.test(name)) {
        const mapped = symbols.imports.flatMap(({ local, imported, module }) => {
          const target = joinPath(folder, `${module}/${imported}`);
          return target === undefined ? [] : [{ pattern: local, target }];
        });
        this.mappings.set(folder, [...(this.mappings.get(folder) ?? []), ...mapped]);
      }
    }
  }

  filesOf(module: string, from: number): readonly number[] {
    const folder = folderOf(this.table.files[from]?.path ?? '');
    const isPath = /^\.{1,2}(?:\/|$)/u.test(module);
    const found = isPath ? this.fileAt(joinPath(folder, module)) : this.mapped(module, folder);
    if (found !== undefined) return [found];
    return isPath ? [] : this.inPackage(module);
  }

  private fileAt(path: string | undefined): number | undefined {
    if (path === undefined) return undefined;
    const { fileByPath } = this.table;
    const extension = /\.[cm]?jsx?$/u.exec(path)?.[0];
    if (extension !== undefined) {
      for (const source of sources[extension] ?? []) {
        const found = fileByPath.get(path.slice(0, -extension.length) + source);
        if (found !== undefined) return found;
      }
    }
    const candidates = [
      path,
      ...extensions.map((end) => path + end),
      ...extensions.map((end) => `${path}/index${end}`),
    ];
    for (const candidate of candidates) {
      const found = fileByPath.get(candidate);
      if (found !== undefined && this.table.familyOf[found] === 'javascript') return found;
    }
    return undefined;
  }

  private mapped(module: string, folder: string): number | undefined {
    for (const above of foldersAbove(folder)) {
      for (const { pattern, target } of this.mappings.get(above) ?? []) {
        const rest = matchPattern(pattern, module);
        const found = rest === undefined ? undefined : this.fileAt(target.replace('*', () => rest));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Files of a package's entry point; a name can have several, such as one for each module system. */
  private inPackage(module: string): readonly number[] {
    const [first = '', second = ''] = module.split('/');
    const name = module.startsWith('@') ? `${first}/${second}` : first;
    const declared = this.packages.get(name);
    if (declared === undefined) return [];
    const rest = module.slice(name.length);
    const { folder, entries } = declared;
    const named = entries.flatMap(({ exported, local }) => {
      const matched = matchPattern(exported, `.${rest}`);
      return matched === undefined ? [] : [local.replace('*', () => matched)];
    });
    const usual =
      rest === '' ? ['src/index', 'lib/index', 'index', 'src/main'] : [`src${rest}`, `lib${rest}`, rest.slice(1)];
    const found = [...named.flatMap(withSources), ...usual].map((path) => this.fileAt(joinPath(folder, path)));
    return [...new Set(found.filter((file) => file !== undefined))];
  }
}

/** Possible paths of the source of a compiled file, likeliest first. */
function withSources(path: string): readonly string[] {
  const source = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/u, '');
  const inFolders = ['src', 'lib', '.'].map((folder) => source.replace(compiledFolder, `$1${folder}`));
  return [...new Set([...inFolders, path, source])];
}

/** The text matched by the star; empty for a pattern without a star that equals the text. */
function matchPattern(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text ? '' : undefined;
  const end = pattern.slice(star + 1);
  const isLong = text.length >= pattern.length - 1;
  return isLong && text.startsWith(pattern.slice(0, star)) && text.endsWith(end)
    ? text.slice(star, text.length - end.length)
    : undefined;
}
