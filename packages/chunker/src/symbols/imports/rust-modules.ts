import type { FileExport, FileImport } from '@lexichord/abstractions';

import { TokenReader } from '../token-reader.js';
import type { CodeToken } from '../tokenize.js';
import type { ModuleNames } from './module-names.js';

/** Maximum depth of braces in a `use`. */
const maxDepth = 16;

/** `use` declarations of Rust, and with `pub` what they pass on. */
export function readRustModules(tokens: readonly CodeToken[]): ModuleNames {
  const reader = new TokenReader(tokens);
  const imports: FileImport[] = [];
  const exports: FileExport[] = [];
  while (!reader.isAtEnd) {
    const isPublic = reader.isAt('pub', -1) || (reader.isAt(')', -1) && reader.isAt('pub', -4));
    if (!reader.take('use')) {
      reader.next();
      continue;
    }
    reader.take('::');
    const found: FileImport[] = [];
    readTree(reader, { prefix: '', found, depth: 0 });
    imports.push(...found);
    if (isPublic)
      exports.push(...found.map(({ local, imported, module }) => ({ exported: local, local: imported, module })));
  }
  return { imports, exports };
}

/** `a::b`, `a::b as c`, `a::*`, `a::{b, c::d}`. */
function readTree(
  reader: TokenReader,
  { prefix, found, depth }: { readonly prefix: string; readonly found: FileImport[]; readonly depth: number },
): void {
  const path = reader.takePath('::');
  const module = [prefix, path].filter((part) => part !== '').join('::');
  if (path !== '' && !reader.isAt('::')) {
    const end = path.lastIndexOf('::');
    const name = end < 0 ? path : path.slice(end + 2);
    const parent = [prefix, end < 0 ? '' : path.slice(0, end)].filter((part) => part !== '').join('::');
    const local = reader.take('as') ? (reader.takeName() ?? '') : name;
    // `self` in braces is the module itself.
    if (name === 'self' && prefix !== '')
      found.push({ local: prefix.split('::').at(-1) ?? '', imported: '*', module: prefix });
    else if (local !== '' && local !== '_') found.push({ local, imported: name, module: parent });
    return;
  }
  if (path !== '') reader.take('::');
  if (reader.take('*')) found.push({ local: '*', imported: '*', module });
  else if (reader.take('{') && depth < maxDepth) {
    while (!reader.isAtEnd && !reader.take('}')) {
      const before = reader.index;
      readTree(reader, { prefix: module, found, depth: depth + 1 });
      if (!reader.take(',') && reader.index === before) reader.next();
    }
  }
}
