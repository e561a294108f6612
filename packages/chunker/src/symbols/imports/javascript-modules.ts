import type { FileExport, FileImport } from '@lexichord/abstractions';

import { TokenReader } from '../token-reader.js';
import type { CodeToken } from '../tokenize.js';
import type { ModuleNames, RenamedName } from './module-names.js';

interface Found {
  readonly imports: FileImport[];
  readonly exports: FileExport[];
}

/** Readers of statements, by the first word of the statement. */
const statements: ReadonlyMap<string, (reader: TokenReader, found: Found) => void> = new Map(
  Object.entries({
    ...{ import: readImport, export: readExport, module: readModuleExports, exports: readCommonJsExport },
    ...{ const: readRequire, let: readRequire, var: readRequire },
  }),
);

const memberMarks = new Set(['.', '?.']);

/** Imports and exports of JavaScript and TypeScript, as ES modules and as CommonJS. */
export function readJavaScriptModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const found: Found = { imports: [], exports: [] };
  while (!reader.isAtEnd) {
    const { kind, text } = reader.next();
    const read = kind === 'name' ? statements.get(text) : undefined;
    if (read !== undefined && !reader.isAtOneOf(memberMarks, -2)) read(reader, found);
  }
  return found;
}

/** Calls, `import(…)`, and `import.meta`. */
const expressionMarks = new Set(['(', '.']);

/** `import d, { a as b } from 'm'`, `import * as n from 'm'`, `import n = require('m')`. */
function readImport(reader: TokenReader, { imports }: Found): void {
  if (reader.isAtOneOf(expressionMarks)) return;
  if (isTypeImport(reader)) reader.next();
  const local = reader.takeName();
  if (local !== undefined && reader.take('=')) {
    if (reader.take('require') && reader.take('(')) addAll(imports, [{ name: '*', alias: local }], reader.next());
    return;
  }
  const names = readImportedNames(local, reader);
  if (reader.take('from')) addAll(imports, names, reader.next());
}

/** Whether a statement is `import type …`, and not an import of a thing named `type`. */
function isTypeImport(reader: TokenReader): boolean {
  if (!reader.isAt('type') || reader.isAt('from', 1)) return false;
  return reader.peek(1).kind === 'name' || reader.isAtOneOf(listMarks, 1);
}

const listMarks = new Set(['{', '*']);

/** @param local the default import, already read */
function readImportedNames(local: string | undefined, reader: TokenReader): readonly RenamedName[] {
  const names: RenamedName[] = [];
  if (local !== undefined) {
    names.push({ name: 'default', alias: local });
    reader.take(',');
  }
  if (reader.take('*') && reader.take('as')) names.push({ name: '*', alias: reader.takeName() ?? '' });
  return reader.take('{') ? names.concat(readNames(reader, 'as')) : names;
}

function addAll(imports: FileImport[], names: readonly RenamedName[], module: CodeToken): void {
  if (module.kind !== 'string' || module.text === '') return;
  for (const { name, alias } of names)
    if (alias !== '') imports.push({ local: alias, imported: name, module: module.text });
}

/** `export { a as b } from 'm'`, `export * from 'm'`, `export default name`. */
function readExport(reader: TokenReader, found: Found): void {
  reader.take('type');
  if (reader.takeOneOf(defaultMarks)) readDefaultExport(reader, found);
  else if (reader.take('*')) {
    const alias = reader.take('as') ? (reader.takeName() ?? '') : '*';
    addExports([{ name: '*', alias }], reader, found);
  } else if (reader.take('{')) addExports(readNames(reader, 'as'), reader, found);
}

const defaultMarks = new Set(['default', '=']);

/** Words allowed between `export default` and the name. */
const beforeDefault = new Set(['async', 'abstract', 'function', 'class', '*']);

function readDefaultExport(reader: TokenReader, { exports }: Found): void {
  while (reader.takeOneOf(beforeDefault));
  const local = reader.takeName();
  if (local !== undefined) exports.push({ exported: 'default', local });
}

/** Adds read names, with the module that they are re-exported from, if any. */
function addExports(names: readonly RenamedName[], reader: TokenReader, { exports }: Found): void {
  const module = reader.take('from') ? reader.next() : undefined;
  for (const { name, alias } of names) {
    if (module?.kind === 'string') exports.push({ exported: alias, local: name, module: module.text });
    else exports.push({ exported: alias, local: name });
  }
}

/** `module.exports = name`, and similar forms. */
function readModuleExports(reader: TokenReader, found: Found): void {
  if (reader.take('.') && reader.take('exports')) readCommonJsExport(reader, found);
}

/** After `exports`: ` = name`, ` = { a, b: c }`, `.a = b`. */
function readCommonJsExport(reader: TokenReader, { exports }: Found): void {
  const member = reader.take('.') ? reader.takeName() : undefined;
  if (!reader.take('=')) return;
  if (member === undefined) {
    // One by one, because there may be more than a call takes arguments.
    for (const one of readWholeExport(reader)) exports.push(one);
    return;
  }
  const { kind, text: local } = reader.peek();
  if (kind === 'name' && local !== member) exports.push({ exported: member, local });
}

function readWholeExport(reader: TokenReader): readonly FileExport[] {
  if (reader.take('{')) return readNames(reader, ':').map(({ name, alias }) => ({ exported: name, local: alias }));
  const { kind, text } = reader.peek();
  if (kind !== 'name') return [];
  return [{ exported: 'default', local: reader.take('new') ? (reader.takeName() ?? '') : text }];
}

/** `const n = require('m')`, `const { a: b } = require('m')`, the same with `await import('m')`. */
function readRequire(reader: TokenReader, { imports }: Found): void {
  const local = reader.takeName();
  const names = local === undefined && reader.take('{') ? readNames(reader, ':') : [];
  const module = reader.take('=') ? readRequired(reader) : undefined;
  if (module === undefined) return;
  const member = reader.take('.') ? reader.takeName() : undefined;
  if (local !== undefined) addAll(imports, [{ name: member ?? '*', alias: local }], module);
  else if (member === undefined) addAll(imports, names, module);
}

const loaders = new Set(['require', 'import']);

/** `require('m')`, `await import('m')`. */
function readRequired(reader: TokenReader): CodeToken | undefined {
  reader.take('await');
  if (!reader.takeOneOf(loaders) || !reader.take('(')) return undefined;
  const module = reader.next();
  return reader.take(')') ? module : undefined;
}

/** Names in braces, up to the closing one: `a, b as c`, or `a, b: c`. */
function readNames(reader: TokenReader, separator: 'as' | ':'): readonly RenamedName[] {
  const names: RenamedName[] = [];
  while (!reader.isAtEnd && !reader.take('}')) {
    if (isTypeOnly(reader)) reader.next();
    const { kind, text: name } = reader.next();
    if (kind !== 'name') continue;
    const alias = reader.take(separator) ? (reader.takeName() ?? '') : name;
    if (alias !== '') names.push({ name, alias });
    passValue(reader);
  }
  return names;
}

/** Whether the next name in braces is `type name`. */
function isTypeOnly(reader: TokenReader): boolean {
  return reader.isAt('type') && reader.peek(1).kind === 'name' && !reader.isAt('as', 1);
}

const depthOf = new Map([
  ...['{', '(', '['].map((mark) => [mark, 1] as const),
  ...['}', ')', ']'].map((mark) => [mark, -1] as const),
]);

/** Skips the rest of a value in braces, such as the body of a function. */
function passValue(reader: TokenReader): void {
  let depth = 0;
  for (; !reader.isAtEnd; reader.next()) {
    const { text } = reader.peek();
    if (depth === 0 && (text === ',' || text === '}')) return;
    depth += depthOf.get(text) ?? 0;
  }
}
