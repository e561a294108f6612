import type { FileImport, FileUse } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import type { LocatedDefinition } from './file-definitions.js';
import { inferTypes, startsLikeType } from './infer-types.js';
import { TokenReader } from './token-reader.js';
import type { TokenSyntax } from './token-syntax.js';
import type { CodeToken } from './tokenize.js';

/** Maximum number of lines kept of a use, the first ones. */
const maxLines = 20;

/** Maximum length of a name; a longer one is data. */
const maxNameLength = 100;

const memberMarks = new Set(['.', '?.', '::', '->']);

/** Receivers that refer to the object or class of the code. */
const ownReceivers: Readonly<Record<string, string>> = {
  ...{ this: 'this', self: 'this', cls: 'this', Self: 'this', $this: 'this', static: 'this' },
  ...{ super: 'super', base: 'super', parent: 'super' },
};

/** Words that are names in none of the languages. */
const keywords = new Set(
  (
    'if else for while do switch case break continue return new delete try catch finally throw throws import export ' +
    'class interface enum struct extends implements const let var function fn func def elif except raise yield await ' +
    'async public private protected static final abstract void int bool boolean string char double float long short ' +
    'byte true false null nil None True False undefined this self super and or not in is lambda with pass end begin ' +
    'then unless until mut pub use mod impl trait package namespace using override virtual readonly typeof instanceof'
  ).split(' '),
);

/** Members of arrays, maps, strings and promises; with an unknown receiver they are rarely anything else. */
const builtInMembers = new Set(
  (
    'length push pop shift unshift slice splice map filter forEach reduce some every find findIndex includes indexOf join ' +
    'concat sort reverse keys values entries has get set add delete clear size then catch finally toString split trim ' +
    'replace startsWith endsWith match test exec call apply bind log append extend items update format strip lower upper ' +
    'toLowerCase toUpperCase hasOwnProperty assign stringify equals hashCode unwrap clone into iter collect len to_string ' +
    'ok err is_none is_some as_str as_ref each first last empty'
  ).split(' '),
);

/** Source of the uses to collect. */
export interface UseSource {
  readonly tokens: readonly CodeToken[];
  readonly syntax: TokenSyntax;
  readonly lines: LineIndex;
  readonly definitions: readonly LocatedDefinition[];
  readonly imports: readonly FileImport[];
  /** Ranges of import statements, whose names are not uses; see `importRanges`. */
  readonly importRanges: readonly (readonly [start: number, end: number])[];
}

/** Collects the names that each definition uses, in the order of their first lines within it. */
export function collectUses(source: UseSource): readonly FileUse[] {
  const { tokens, syntax, definitions, imports } = source;
  const fileNames = new Set([...definitions.map(({ name }) => name), ...imports.map(({ local }) => local)]);
  const inScope = nameFilter(source, fileNames);
  const scope: Scope = {
    ...{ inScope, fileNames, isModuleScoped: syntax.isModuleScoped },
    types: inferTypes(tokens, syntax, inScope),
  };
  const definedAt = new Set(definitions.map(({ nameOffset }) => nameOffset));
  const importRanges = new RangeFinder(source.importRanges);
  const uses = new UseTable(source);
  const reader = new TokenReader(tokens);
  for (; !reader.isAtEnd; reader.next()) {
    const { kind, text: name, start } = reader.peek();
    if (kind !== 'name' || definedAt.has(start) || importRanges.isInside(start)) continue;
    const use = name.length > maxNameLength ? undefined : useAt(reader, scope);
    if (use !== undefined) uses.add(use, start);
  }
  return uses.all;
}

/** Names that can occur in a file. */
interface Scope {
  /** Whether an unqualified name can be one of a definition. */
  readonly inScope: (name: string) => boolean;
  /** Names that the file defines or imports. */
  readonly fileNames: ReadonlySet<string>;
  /** Types of variables. */
  readonly types: ReadonlyMap<string, string>;
  readonly isModuleScoped: boolean;
}

type UsedName = Pick<FileUse, 'name' | 'receiver'>;

function useAt(reader: TokenReader, scope: Scope): UsedName | undefined {
  const { text: name } = reader.peek();
  if (isMember(reader)) {
    const receiver = receiverOf(reader, scope);
    return receiver === '' && builtInMembers.has(name) ? undefined : { name, receiver };
  }
  return scope.inScope(name) && !isLabel(reader) ? { name, receiver: undefined } : undefined;
}

/** Uses by owner, receiver and name. */
class UseTable {
  private readonly found = new Map<string, { readonly use: FileUse; readonly lines: number[] }>();
  private readonly owners: OwnerFinder;
  private readonly lines: LineIndex;

  constructor({ definitions, lines }: UseSource) {
    this.owners = new OwnerFinder(definitions);
    this.lines = lines;
  }

  get all(): readonly FileUse[] {
    return [...this.found.values()].map(({ use }) => use);
  }

  /** In ascending order of their starts. */
  add({ name, receiver }: UsedName, start: number): void {
    const owner = this.owners.ownerAt(start);
    const key = `${owner ?? ''} ${receiver ?? ' '} ${name}`;
    let entry = this.found.get(key);
    if (entry === undefined) {
      const lines: number[] = [];
      entry = { use: { owner, name, receiver, lines }, lines };
      this.found.set(key, entry);
    }
    const line = this.lines.lineAt(start) + 1;
    if (entry.lines.at(-1) !== line && entry.lines.length < maxLines) entry.lines.push(line);
  }
}

function nameFilter({ syntax, imports }: UseSource, fileNames: ReadonlySet<string>): (name: string) => boolean {
  const hasOpenScope = !syntax.isModuleScoped || imports.some(({ local }) => local === '*');
  return (name) => !keywords.has(name) && (hasOpenScope || fileNames.has(name));
}

function isMember(reader: TokenReader): boolean {
  const { kind, text } = reader.peek(-1);
  return kind === 'mark' && memberMarks.has(text);
}

/** Whether a name is a key of an object, or names an argument or a parameter: `{ name: …`, `(name: …`, `(name=…`. */
function isLabel(reader: TokenReader): boolean {
  const before = reader.peek(-1).text;
  if (before !== '{' && before !== '(' && before !== ',') return false;
  if (reader.isAt(':', 1) || (reader.isAt('?', 1) && reader.isAt(':', 2))) return true;
  return before !== '{' && reader.isAt('=', 1) && !reader.isAt('=', 2);
}

/** Name before the point, if it can be resolved; else empty. */
function receiverOf(reader: TokenReader, { fileNames, types, isModuleScoped }: Scope): string {
  const { kind, text } = reader.peek(-2);
  if (kind !== 'name') return '';
  const isChained = memberMarks.has(reader.peek(-3).text);
  if (!isChained && Object.hasOwn(ownReceivers, text)) return ownReceivers[text] as string;
  const type = types.get(text);
  if (type !== undefined) return type;
  return isChained ? chainedReceiver(reader, fileNames) : plainReceiver(text, { fileNames, isModuleScoped });
}

function chainedReceiver(reader: TokenReader, fileNames: ReadonlySet<string>): string {
  const { text } = reader.peek(-2);
  const path = `${reader.peek(-4).text}.${text}`;
  if (fileNames.has(path)) return path;
  return reader.isAt('::', -3) ? text : '';
}

function plainReceiver(
  name: string,
  { fileNames, isModuleScoped }: Pick<Scope, 'fileNames' | 'isModuleScoped'>,
): string {
  return fileNames.has(name) || (!isModuleScoped && startsLikeType(name)) ? name : '';
}

/** Checks offsets against ranges; both must come in ascending order. */
class RangeFinder {
  private next = 0;

  constructor(private readonly ranges: UseSource['importRanges']) {}

  isInside(offset: number): boolean {
    while ((this.ranges[this.next]?.[1] ?? Infinity) <= offset) this.next += 1;
    return (this.ranges[this.next]?.[0] ?? Infinity) <= offset;
  }
}

/** Finds the innermost definition around offsets, which must come in ascending order. */
class OwnerFinder {
  private next = 0;
  private readonly open: number[] = [];
  private readonly order: readonly number[];

  constructor(private readonly definitions: readonly LocatedDefinition[]) {
    const at = (index: number): LocatedDefinition => definitions[index] as LocatedDefinition;
    this.order = [...definitions.keys()].sort((a, b) => at(a).start - at(b).start || at(b).end - at(a).end || a - b);
  }

  ownerAt(offset: number): number | undefined {
    while (this.next < this.order.length) {
      const index = this.order[this.next] as number;
      if ((this.definitions[index] as LocatedDefinition).start > offset) break;
      this.open.push(index);
      this.next += 1;
    }
    while (this.open.length > 0 && (this.definitions[this.open.at(-1) as number] as LocatedDefinition).end <= offset) {
      this.open.pop();
    }
    return this.open.at(-1);
  }
}
