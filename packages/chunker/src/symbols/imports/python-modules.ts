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
    if (token.text === 'import') {
      do {
        const module = reader.takePath('.');
        if (module !== '')
          imports.push({ local: reader.take('as') ? (reader.takeName() ?? '') : module, imported: '*', module });
      } while (reader.take(','));
    } else if (token.text === 'from') readFrom(reader, imports);
  }
  return { imports: imports.filter(({ local }) => local !== ''), exports: [] };
}

function readFrom(reader: TokenReader, imports: FileImport[]): void {
  let module = '';
  while (reader.isAt('.') || reader.isAt('...')) module += reader.next().text;
  if (!reader.isAt('import')) module += reader.takePath('.');
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
    imports.push({ local: reader.take('as') ? (reader.takeName() ?? '') : imported, imported, module });
  } while (reader.take(','));
  if (isInBrackets) reader.take(')');
}
