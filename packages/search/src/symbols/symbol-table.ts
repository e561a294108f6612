import type { FileDefinition, FileSymbols } from '@lexichord/abstractions';
import { lowerBound } from '@lexichord/text-index/internal';

/** A file of the index with its symbols. */
export interface SymbolFile {
  readonly path: string;
  readonly contentHash: string;
  readonly symbols: FileSymbols;
}

/** Languages whose files can refer to each other's definitions. */
export type LanguageFamily =
  'javascript' | 'python' | 'go' | 'rust' | 'java' | 'csharp' | 'ruby' | 'php' | 'c' | 'other';

const families: readonly (readonly [family: LanguageFamily, extensions: RegExp])[] = [
  ['javascript', /\.(?:[cm]?[jt]sx?)$/iu],
  ['python', /\.pyi?$/iu],
  ['go', /\.go$/iu],
  ['rust', /\.rs$/iu],
  ['java', /\.(?:java|kts?|scala)$/iu],
  ['csharp', /\.cs$/iu],
  ['ruby', /\.(?:rb|rake|gemspec)$/iu],
  ['php', /\.php$/iu],
  ['c', /\.(?:[ch]|cc|cpp|cxx|hh|hpp|hxx|mm?)$/iu],
];

/** Definitions that have members. */
const typeKinds: ReadonlySet<string> = new Set(['class', 'interface', 'enum', 'type', 'module', 'block']);

/** The definitions directly in another one, by number. */
interface Children {
  readonly all: readonly number[];
  readonly byName: ReadonlyMap<string, number>;
}

/** All definitions of a workspace, numbered by path and by their order in the file. */
export class SymbolTable {
  /** In the order of their paths. */
  readonly files: readonly SymbolFile[];
  readonly familyOf: readonly LanguageFamily[];
  readonly fileByPath: ReadonlyMap<string, number>;
  /** Number of the first definition of each file; the last entry is the number of all. */
  readonly starts: Int32Array;
  /** Number of the file of each definition. */
  readonly fileOf: Int32Array;
  private readonly outermost: (ReadonlyMap<string, number> | undefined)[] = [];
  private readonly members: (ReadonlyMap<number, Children> | undefined)[] = [];
  private ids: { readonly numbers: ReadonlyMap<string, number>; readonly names: readonly string[] } | undefined;
  private byName: Map<string, number[]> | undefined;

  constructor(files: readonly SymbolFile[]) {
    this.files = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    this.familyOf = this.files.map(({ path }) => families.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other');
    this.fileByPath = new Map(this.files.map(({ path }, index) => [path, index]));
    this.starts = new Int32Array(this.files.length + 1);
    for (const [index, { symbols }] of this.files.entries()) {
      this.starts[index + 1] = (this.starts[index] as number) + symbols.definitions.length;
    }
    this.fileOf = new Int32Array(this.size);
    for (let file = 0; file < this.files.length; file += 1) {
      this.fileOf.fill(file, this.starts[file], this.starts[file + 1]);
    }
  }

  /** Number of definitions. */
  get size(): number {
    return this.starts[this.files.length] ?? 0;
  }

  at(definition: number): FileDefinition {
    const file = this.fileOf[definition] as number;
    return this.symbolsOf(file).definitions[definition - (this.starts[file] as number)] as FileDefinition;
  }

  symbolsOf(file: number): FileSymbols {
    return (this.files[file] as SymbolFile).symbols;
  }

  parentOf(definition: number): number | undefined {
    const { parent } = this.at(definition);
    return parent === undefined ? undefined : (this.starts[this.fileOf[definition] as number] as number) + parent;
  }

  isType(definition: number): boolean {
    return typeKinds.has(this.at(definition).kind);
  }

  /** The outermost definition of a name in a file: the first that is more than an addition to another. */
  outermostIn(file: number, name: string): number | undefined {
    let names = this.outermost[file];
    if (names === undefined) {
      const start = this.starts[file] as number;
      const found = new Map<string, number>();
      for (const [index, definition] of this.symbolsOf(file).definitions.entries()) {
        if (definition.parent !== undefined || definition.kind === 'block') continue;
        const earlier = found.get(definition.name);
        // `exports.run = run` names a function defined elsewhere in the file.
        const isBetter =
          earlier === undefined || (this.at(earlier).kind === 'variable' && definition.kind !== 'variable');
        if (isBetter) found.set(definition.name, start + index);
      }
      names = found;
      this.outermost[file] = names;
    }
    return names.get(name);
  }

  /** The definitions directly in a definition. */
  childrenOf(definition: number): readonly number[] {
    return this.childrenIn(definition)?.all ?? [];
  }

  /** The first child of that name. */
  childNamed(definition: number, name: string): number | undefined {
    return this.childrenIn(definition)?.byName.get(name);
  }

  /** All definitions of a name, by number. */
  named(name: string): readonly number[] {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (let definition = 0; definition < this.size; definition += 1) {
        const key = this.at(definition).name;
        const others = this.byName.get(key);
        if (others === undefined) this.byName.set(key, [definition]);
        else others.push(definition);
      }
    }
    return this.byName.get(name) ?? [];
  }

  /** The definitions of a name in some files, unordered. */
  namedIn(files: ReadonlySet<number>, name: string): readonly number[] {
    const all = this.named(name);
    // A name such as `get` has thousands of definitions, which are in the order of their files.
    if (all.length <= files.size) return all.filter((one) => files.has(this.fileOf[one] as number));
    return [...files].flatMap((file) => {
      const start = lowerBound(all, this.starts[file] as number);
      return all.slice(start, lowerBound(all, this.starts[file + 1] as number));
    });
  }

  /** See `SymbolDefinition.id`. */
  idOf(definition: number): string {
    return this.identified().names[definition] as string;
  }

  numberOf(id: string): number | undefined {
    return this.identified().numbers.get(id);
  }

  private childrenIn(definition: number): Children | undefined {
    const file = this.fileOf[definition] as number;
    let members = this.members[file];
    if (members === undefined) {
      const start = this.starts[file] as number;
      const found = new Map<number, { readonly all: number[]; readonly byName: Map<string, number> }>();
      for (const [index, { name, parent }] of this.symbolsOf(file).definitions.entries()) {
        if (parent === undefined) continue;
        let children = found.get(start + parent);
        if (children === undefined) found.set(start + parent, (children = { all: [], byName: new Map() }));
        children.all.push(start + index);
        if (!children.byName.has(name)) children.byName.set(name, start + index);
      }
      members = found;
      this.members[file] = members;
    }
    return members.get(definition);
  }

  private identified(): { readonly numbers: ReadonlyMap<string, number>; readonly names: readonly string[] } {
    if (this.ids === undefined) {
      const numbers = new Map<string, number>();
      const names: string[] = [];
      const counts = new Map<string, number>();
      for (let definition = 0; definition < this.size; definition += 1) {
        const parent = this.parentOf(definition);
        const path = this.files[this.fileOf[definition] as number]?.path ?? '';
        const lead = parent === undefined ? `${path}#` : `${names[parent] as string}.`;
        const plain = `${lead}${this.at(definition).name}`;
        const count = (counts.get(plain) ?? 0) + 1;
        counts.set(plain, count);
        const id = count === 1 ? plain : `${plain}~${count}`;
        names.push(id);
        if (!numbers.has(id)) numbers.set(id, definition);
      }
      this.ids = { numbers, names };
    }
    return this.ids;
  }
}
