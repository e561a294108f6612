import type { FileExport, FileImport } from '@lexichord/abstractions';

import { TokenReader } from '../token-reader.js';
import type { CodeToken } from '../tokenize.js';
import type { ModuleNames, RenamedName } from './module-names.js';

interface Found {
  readonly imports: FileImport[];
  readonly exports: FileExport[];
}

/** Imports and exports of JavaScript and TypeScript, as ES modules and as CommonJS. */
export function readJavaScriptModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const found: Found = { imports: [], exports: [] };
  while (!reader.isAtEnd) {
    const before = reader.peek(-1).text;
    const token = reader.next();
    if (token.kind !== 'name' || before === '.' || before === '?.') continue;
    if (token.text === 'import') readImport(reader, found);
    else if (token.text === 'export') readExport(reader, found);
    else if (token.text === 'module' || token.text === 'exports') readCommonJsExport(token.text, reader, found);
    else if (token.text === 'const' || token.text === 'let' || token.text === 'var') readRequire(reader, found);
  }
  return found;
}

/** `import d, { a as b } from 'm'`, `import * as n from 'm'`, `import n = require('m')`. */
function readImport(reader: TokenReader, { imports }: Found): void {
  if (reader.isAt('(') || reader.isAt('.')) return;
  if (reader.isAt('type') && (reader.peek(1).kind === 'name' || reader.isAt('{', 1) || reader.isAt('*', 1))) {
    if (!reader.isAt('from', 1)) reader.next();
  }
  const names: RenamedName[] = [];
  const local = reader.takeName();
  if (local !== undefined) {
    if (reader.take('=')) {
      if (reader.take('require') && reader.take('(')) addAll(imports, [{ name: '*', alias: local }], reader.next());
      return;
    }
    names.push({ name: 'default', alias: local });
    reader.take(',');
  }
  if (reader.take('*') && reader.take('as')) names.push({ name: '*', alias: reader.takeName() ?? '' });
  if (reader.take('{')) names.push(...readNames(reader, 'as'));
  if (reader.take('from')) addAll(imports, names, reader.next());
}

function addAll(imports: FileImport[], names: readonly RenamedName[], module: CodeToken): void {
  if (module.kind !== 'string' || module.text === '') return;
  for (const { name, alias } of names)
    if (alias !== '') imports.push({ local: alias, imported: name, module: module.text });
}

/** `export { a as b } from 'm'`, `export * from 'm'`, `export default name`. */
function readExport(reader: TokenReader, { exports }: Found): void {
  reader.take('type');
  let names: readonly RenamedName[] = [];
  if (reader.take('*')) names = [{ name: '*', alias: reader.take('as') ? (reader.takeName() ?? '') : '*' }];
  else if (reader.take('{')) names = readNames(reader, 'as');
  else if (reader.take('default') || reader.take('=')) {
    while (['async', 'abstract', 'function', 'class', '*'].some((word) => reader.take(word)));
    const local = reader.takeName();
    if (local !== undefined) exports.push({ exported: 'default', local });
    return;
  } else return;
  const module = reader.take('from') ? reader.next() : undefined;
  for (const { name, alias } of names) {
    if (module?.kind === 'string') exports.push({ exported: alias, local: name, module: module.text });
    else exports.push({ exported: alias, local: name });
  }
}

/** `module.exports = name`, `module.exports = { a, b: c }`, `exports.a = b`. */
function readCommonJsExport(first: string, reader: TokenReader, { exports }: Found): void {
  if (first === 'module' && !(reader.take('.') && reader.take('exports'))) return;
  const member = reader.take('.') ? reader.takeName() : undefined;
  if (!reader.take('=')) return;
  if (member !== undefined) {
    const local = reader.peek();
    if (local.kind === 'name' && local.text !== member) exports.push({ exported: member, local: local.text });
  } else if (reader.take('{')) {
    for (const { name, alias } of readNames(reader, ':')) exports.push({ exported: name, local: alias });
  } else if (reader.peek().kind === 'name') {
    exports.push({ exported: 'default', local: reader.take('new') ? (reader.takeName() ?? '') : reader.peek().text });
  }
}

/** `const n = require('m')`, `const { a: b } = require('m')`, the same with `await import('m')`. */
function readRequire(reader: TokenReader, { imports }: Found): void {
  const local = reader.takeName();
  const names = local === undefined && reader.take('{') ? readNames(reader, ':') : [];
  if (!reader.take('=')) return;
  reader.take('await');
  if ((!reader.take('require') && !reader.take('import')) || !reader.take('(')) return;
  const module = reader.next();
  if (!reader.take(')')) return;
  const member = reader.take('.') ? reader.takeName() : undefined;
  if (local !== undefined) addAll(imports, [{ name: member ?? '*', alias: local }], module);
  else if (member === undefined) addAll(imports, names, module);
}

/** Names in braces, up to the closing one: `a, b as c`, or `a, b: c`. */
function readNames(reader: TokenReader, separator: 'as' | ':'): readonly RenamedName[] {
  const names: RenamedName[] = [];
  while (!reader.isAtEnd && !reader.take('}')) {
    if (reader.isAt('type') && reader.peek(1).kind === 'name' && !reader.isAt('as', 1)) reader.next();
    const { kind, text: name } = reader.next();
    if (kind !== 'name') continue;
    const alias = reader.take(separator) ? (reader.takeName() ?? '') : name;
    if (alias !== '') names.push({ name, alias });
    passValue(reader);
  }
  return names;
}

/** Passes what is left of a value in braces, such as the body of a function. */
function passValue(reader: TokenReader): void {
  let depth = 0;
  for (; !reader.isAtEnd; reader.next()) {
    const { text } = reader.peek();
    if (depth === 0 && (text === ',' || text === '}')) return;
    if (text === '{' || text === '(' || text === '[') depth += 1;
    else if (text === '}' || text === ')' || text === ']') depth -= 1;
  }
}
