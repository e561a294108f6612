import type { ChunkKind, OutlinedSymbol } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import type { OutlineHeading } from './outline.js';

/** Headings have six levels, definitions can be nested deeper. */
const deepestLevel = 6;

/** A variable has no section of its own. */
const withoutSection: ReadonlySet<ChunkKind> = new Set(['variable', 'imports', 'lines']);

/** What a name is called without a word for its kind. */
const unnamedKinds: ReadonlySet<ChunkKind> = new Set(['block', 'section']);

/** The functions, classes and other definitions of a code file as its headings, such as `class UserService`. */
export function headingsOfCode(symbols: readonly OutlinedSymbol[], lines: LineIndex): readonly OutlineHeading[] {
  return symbols
    .filter(({ kind }) => !withoutSection.has(kind))
    .map(({ name, kind, level, startOffset }) => ({
      level: Math.min(level, deepestLevel),
      text: unnamedKinds.has(kind) ? name : `${kind} ${name}`,
      startOffset,
      endOffset: lines.end(lines.lineAt(startOffset)),
    }));
}
