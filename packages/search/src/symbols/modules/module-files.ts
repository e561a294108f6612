import { cachedIn, FileCaches } from '../cached-in.js';
import type { SymbolTable } from '../symbol-table.js';
import { JavaScriptModules } from './javascript-modules.js';
import { GoModules, NamedPackages, RubyModules } from './package-modules.js';
import { PythonModules } from './python-modules.js';
import { RustModules } from './rust-modules.js';

/** Finds the files of modules, by the rules of each language. */
export class ModuleFiles {
  private readonly javascript: JavaScriptModules;
  private readonly python: PythonModules;
  private readonly rust: RustModules;
  private readonly go: GoModules;
  private readonly ruby: RubyModules;
  private readonly named: NamedPackages;
  private readonly found = new FileCaches<readonly number[]>();

  constructor(private readonly table: SymbolTable) {
    this.javascript = new JavaScriptModules(table);
    this.python = new PythonModules(table);
    this.rust = new RustModules(table);
    this.go = new GoModules(table);
    this.ruby = new RubyModules(table);
    this.named = new NamedPackages(table, ['java', 'csharp', 'php']);
  }

  /** Files of a module that a file imports; none for a module outside the workspace. */
  filesOf(module: string, from: number): readonly number[] {
    return cachedIn(this.found.of(from), module, () => this.find(module, from));
  }

  /** Files whose outermost definitions are in scope without an import; the file itself among them. */
  neighboursOf(file: number): readonly number[] {
    return this.table.familyOf[file] === 'go' ? this.go.neighboursOf(file) : this.named.neighboursOf(file);
  }

  private find(module: string, from: number): readonly number[] {
    switch (this.table.familyOf[from]) {
      case 'javascript':
        return this.javascript.filesOf(module, from);
      case 'python':
        return this.python.filesOf(module, from);
      case 'rust':
        return this.rust.filesOf(module, from);
      case 'go':
        return this.go.filesOf(module);
      case 'ruby':
        return this.ruby.filesOf(module, from);
      default:
        return this.named.filesOf(module, from);
    }
  }
}
