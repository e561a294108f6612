import type { FileUse } from '@lexichord/abstractions';

import { cachedIn, FileCaches } from './cached-in.js';
import { NameResolver } from './name-resolver.js';
import type { SymbolTable } from './symbol-table.js';

/** A use whose definition was found. */
export interface Reference {
  /** Number of the using definition; `undefined` for code outside all definitions. */
  readonly source: number | undefined;
  readonly target: number;
  /** 1-based. */
  readonly lines: readonly number[];
}

/** Languages in which a function outside of types may be called as a member of an object. */
const familiesOfMembers: ReadonlySet<string | undefined> = new Set(['javascript', 'c', 'other']);

/** Resolves the uses of a workspace's files, one file after the other. */
export class ReferenceResolver {
  private readonly names: NameResolver;
  private readonly members = new FileCaches<number | undefined>();
  private readonly reach = new Map<number, ReadonlySet<number>>();

  constructor(private readonly table: SymbolTable) {
    this.names = new NameResolver(table);
  }

  /**
   * References of a file, in the order of its uses. Names that are not found, or are outside the workspace, have none.
   */
  referencesOf(file: number): readonly Reference[] {
    const start = this.table.starts[file] as number;
    return this.table.symbolsOf(file).uses.flatMap((use) => {
      const source = use.owner === undefined ? undefined : start + use.owner;
      const target = this.targetOf(use, file, source) ?? this.byMemberName(use, file);
      return target === undefined ? [] : [{ source, target, lines: use.lines }];
    });
  }

  private targetOf({ name, receiver }: FileUse, file: number, source: number | undefined): number | undefined {
    const { names } = this;
    if (receiver === undefined) return definitionIn(names.resolve(name, file, source));
    if (receiver === '') return undefined;
    if (receiver === 'this' || receiver === 'super') return this.ownMember({ name, receiver }, file, source);
    const holder = names.resolve(receiver, file, source);
    if (typeof holder !== 'object') return undefined;
    if ('files' in holder) return definitionIn(names.exported(holder.files, name));
    return names.memberOf(holder.definition, name);
  }

  private ownMember(
    { name, receiver }: { readonly name: string; readonly receiver: 'this' | 'super' },
    file: number,
    source: number | undefined,
  ): number | undefined {
    const { names } = this;
    const type = names.enclosingType(source);
    // Methods assigned to a prototype are outermost definitions of the file.
    if (type === undefined) return this.table.outermostIn(file, name);
    if (receiver === 'this') return names.memberOf(type, name);
    for (const base of names.basesOf(type)) {
      const found = names.memberOf(base, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The only member of a name in the files in reach of the use. */
  private byMemberName({ name, receiver }: FileUse, file: number): number | undefined {
    if (receiver !== '') return undefined;
    return cachedIn(this.members.of(file), name, () => {
      if (this.table.named(name).length === 0) return undefined;
      const found = this.table.namedIn(this.reachOf(file), name).filter((one) => this.isMember(one));
      return found.length === 1 ? found[0] : undefined;
    });
  }

  /**
   * Whether a definition can be a member. A function outside of types can be one in JavaScript, where it may have been
   * assigned to a prototype, in C++, where the body of a method may be outside, and where functions extend types.
   */
  private isMember(definition: number): boolean {
    const { kind } = this.table.at(definition);
    if (kind !== 'method' && kind !== 'function') return false;
    const parent = this.table.parentOf(definition);
    if (parent !== undefined) return this.table.isType(parent);
    return kind === 'method' || familiesOfMembers.has(this.table.familyOf[this.table.fileOf[definition] as number]);
  }

  private reachOf(file: number): ReadonlySet<number> {
    return cachedIn(this.reach, file, () => new Set([file, ...this.names.importedFiles(file)]));
  }
}

function definitionIn(target: ReturnType<NameResolver['resolve']>): number | undefined {
  return typeof target === 'object' && 'definition' in target ? target.definition : undefined;
}
