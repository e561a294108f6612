import type { FileImport } from '@lexichord/abstractions';

import { TokenReader } from '../token-reader.js';
import type { CodeToken } from '../tokenize.js';
import type { ModuleNames } from './module-names.js';

/** `package` and `import` of Java, Kotlin and Scala. */
export function readJavaModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const imports: FileImport[] = [];
  let name: string | undefined;
  while (!reader.isAtEnd) {
    if (reader.take('package')) name ??= reader.takePath('.');
    else if (reader.take('import')) {
      reader.take('static');
      const path = reader.takePath('.');
      if (reader.take('.')) imports.push({ local: '*', imported: '*', module: path });
      else addLast(imports, path, { separator: '.', local: reader.take('as') ? reader.takeName() : undefined });
    } else reader.next();
  }
  return { imports, exports: [], package: name };
}

/** `namespace` and `using` of C#. */
export function readCsharpModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const imports: FileImport[] = [];
  let name: string | undefined;
  while (!reader.isAtEnd) {
    if (reader.take('namespace')) name ??= reader.takePath('.');
    else if (reader.take('using')) {
      reader.take('static');
      const path = reader.takePath('.');
      if (path !== '' && reader.take('=')) addLast(imports, reader.takePath('.'), { separator: '.', local: path });
      // `using (…)` and `using var …` are statements.
      else if (path !== '' && reader.isAt(';')) imports.push({ local: '*', imported: '*', module: path });
    } else reader.next();
  }
  return { imports, exports: [], package: name };
}

/** `namespace` and `use` of PHP. */
export function readPhpModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const imports: FileImport[] = [];
  let name: string | undefined;
  while (!reader.isAtEnd) {
    if (reader.take('namespace')) name ??= reader.takePath('\\');
    else if (reader.take('use')) {
      reader.take('\\');
      const path = reader.takePath('\\');
      addLast(imports, path, { separator: '\\', local: reader.take('as') ? reader.takeName() : undefined });
    } else reader.next();
  }
  return { imports, exports: [], package: name };
}

/** Imports of Go: one, or several in brackets, each with or without an alias. */
export function readGoModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const imports: FileImport[] = [];
  let name: string | undefined;
  // Imports come first: after a function there are none.
  let isInBrackets = false;
  while (!reader.isAtEnd && !reader.isAt('func')) {
    if (reader.take('package')) name ??= reader.takeName();
    else if (reader.take('import')) {
      isInBrackets = reader.take('(');
      if (!isInBrackets) readGoImport(reader, imports);
    } else if (isInBrackets && !reader.isAt(')')) readGoImport(reader, imports);
    else {
      isInBrackets = false;
      reader.next();
    }
  }
  return { imports, exports: [], package: name };
}

/** Reads an import; consumes at least one token. */
function readGoImport(reader: TokenReader, imports: FileImport[]): void {
  const alias = reader.take('.') ? '*' : reader.takeName();
  const { kind, text: module } = reader.next();
  if (kind !== 'string') return;
  const local = alias ?? lastOf(module.replace(/\/v\d+$/u, ''), '/');
  if (local !== '_' && local !== '') imports.push({ local, imported: '*', module });
}

/** `require_relative` of Ruby; other files are found by constants. */
export function readRubyModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const imports: FileImport[] = [];
  while (!reader.isAtEnd) {
    const isRequire = reader.take('require_relative') || reader.take('require');
    const module = isRequire ? reader.peek() : reader.next();
    if (isRequire && module.kind === 'string') imports.push({ local: '*', imported: '*', module: module.text });
  }
  return { imports, exports: [] };
}

function addLast(
  imports: FileImport[],
  path: string,
  { separator, local }: { readonly separator: string; readonly local: string | undefined },
): void {
  const imported = lastOf(path, separator);
  const module = path.slice(0, Math.max(0, path.length - imported.length - separator.length));
  if (imported !== '' && module !== '') imports.push({ local: local ?? imported, imported, module });
}

function lastOf(path: string, separator: string): string {
  return path.slice(path.lastIndexOf(separator) + 1);
}
