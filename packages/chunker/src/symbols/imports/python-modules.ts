import type { FileImport } from '@lexichord/abstractions';

import { TokenReader } from '../token-reader.js';
import type { CodeToken } from '../tokenize.js';
import type { ModuleNames } from './module-names.js';

/** Imports of Python: `import a.b as c`, `from .a import b as c`. */
export function readPythonModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const imports: FileImport[] = [];
  while (!reader.isAtEnd) {
    const before = reader.peek(-1).text;
    const token = reader.next();
    if (token.kind !== 'name' || before === '.') continue;
    if (token.text === 'import') readImport(reader, imports);
    else if (token.text === 'from') readFrom(reader, imports);
  }
  return { imports: imports.filter(({ local }) => local !== ''), exports: [] };
}

function readImport(reader: TokenReader, imports: FileImport[]): void {
  do {
    const module = reader.takePath('.');
    if (module !== '') imports.push({ local: readAlias(reader, module), imported: '*', module });
  } while (reader.take(','));
}

function readFrom(reader: TokenReader, imports: FileImport[]): void {
  const module = readModulePath(reader);
  if (module === '' || !reader.take('import')) return;
  if (reader.take('*')) {
    imports.push({ local: '*', imported: '*', module });
    return;
  }
  const isInBrackets = reader.take('(');
  do {
    const imported = reader.takeName();
    // A comma before the closing bracket.
    if (imported === undefined) break;
    imports.push({ local: readAlias(reader, imported), imported, module });
  } while (reader.take(','));
  if (isInBrackets) reader.take(')');
}

const points = new Set(['.', '...']);

/** Reads `a.b`, `.a`, `...` as written. */
function readModulePath(reader: TokenReader): string {
  let path = '';
  while (reader.isAtOneOf(points)) path += reader.next().text;
  return reader.isAt('import') ? path : path + reader.takePath('.');
}

/** The name after `as`, else the given one. */
function readAlias(reader: TokenReader, name: string): string {
  return reader.take('as') ? (reader.takeName() ?? '') : name;
}
