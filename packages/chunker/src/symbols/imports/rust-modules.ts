import type { FileExport, FileImport } from '@lexichord/abstractions';

import { TokenReader } from '../token-reader.js';
import type { CodeToken } from '../tokenize.js';
import type { ModuleNames } from './module-names.js';

/** Maximum depth of braces in a `use`. */
const maxDepth = 16;

/** `use` declarations of Rust, and re-exports with `pub`. */
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
    // One by one, because a tree may have more names than a call takes arguments.
    for (const one of found) {
      imports.push(one);
      if (isPublic) exports.push({ exported: one.local, local: one.imported, module: one.module });
    }
  }
  return { imports, exports };
}

/** Branch of a tree of a `use`. */
interface Branch {
  /** The path before the branch. */
  readonly prefix: string;
  readonly found: FileImport[];
  readonly depth: number;
}

/** `a::b`, `a::b as c`, `a::*`, `a::{b, c::d}`. */
function readTree(reader: TokenReader, { prefix, found, depth }: Branch): void {
  const path = reader.takePath('::');
  if (path !== '' && !reader.take('::')) {
    found.push(...readLeaf(reader, prefix, path));
    return;
  }
  const module = joinPath(prefix, path);
  if (reader.take('*')) found.push({ local: '*', imported: '*', module });
  else if (reader.take('{') && depth < maxDepth) readBranches(reader, { prefix: module, found, depth: depth + 1 });
}

/** Reads branches up to the closing brace. */
function readBranches(reader: TokenReader, branch: Branch): void {
  while (!reader.isAtEnd && !reader.take('}')) {
    const before = reader.index;
    readTree(reader, branch);
    if (!reader.take(',') && reader.index === before) reader.next();
  }
}

/** Reads one name, the last of a path. */
function readLeaf(reader: TokenReader, prefix: string, path: string): readonly FileImport[] {
  const end = path.lastIndexOf('::');
  const name = end < 0 ? path : path.slice(end + 2);
  const local = reader.take('as') ? (reader.takeName() ?? '') : name;
  // `self` in braces is the module itself.
  if (name === 'self' && prefix !== '') {
    return [{ local: prefix.split('::').at(-1) ?? '', imported: '*', module: prefix }];
  }
  const isUsed = local !== '' && local !== '_';
  return isUsed ? [{ local, imported: name, module: joinPath(prefix, path.slice(0, Math.max(0, end))) }] : [];
}

function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('::');
}
