import type { FileDefinition } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import type { SyntaxNode } from '../tree/syntax-node.js';

/** A definition with its position, in UTF-16 units. */
export interface LocatedDefinition extends FileDefinition {
  /** Start of its attributes and leading comment, else of itself. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Offset of its name; -1 for a node that only adds to a definition of that name, such as an `impl`. */
  readonly nameOffset: number;
}

/** The definitions in a file, an enclosing one before those in it. */
export function locateDefinitions(tree: readonly SyntaxNode[], lines: LineIndex): readonly LocatedDefinition[] {
  const found: LocatedDefinition[] = [];
  const visit = (nodes: readonly SyntaxNode[], parent: number | undefined): void => {
    for (const node of nodes) {
      const name = node.role === 'definition' ? (node.name ?? extendedName(node.label)) : undefined;
      let inner = parent;
      if (name !== undefined) {
        inner = found.length;
        found.push({
          ...{ name, kind: node.name === undefined ? 'block' : node.kind, parent },
          ...{ startLine: node.startLine + 1, endLine: node.endLine + 1 },
          ...{ start: Math.min(node.start, lines.start(node.leadLine)), end: node.end },
          nameOffset: node.name === undefined ? -1 : node.nameOffset,
        });
      }
      // The members of an enumeration are in it, further variables of a statement are beside the first.
      const owner = node.kind === 'variable' ? parent : inner;
      for (const { name: further, offset } of node.furtherNames) {
        const line = lines.lineAt(offset) + 1;
        found.push({
          ...{ name: further, kind: 'variable', parent: owner, startLine: line, endLine: line },
          ...{ start: offset, end: offset + further.length, nameOffset: offset },
        });
      }
      visit(node.children, inner);
    }
  };
  visit(tree, undefined);
  return found;
}

/** The type that gets members in `impl Cart<T>` and `impl Show for Cart`. */
function extendedName(label: string | undefined): string | undefined {
  return label === undefined ? undefined : /^\S+ (?:.* for )?([\p{ID_Start}_][\p{ID_Continue}]*)/u.exec(label)?.[1];
}

/** Ranges of a file's import statements, in order: pairs of offsets, the second exclusive. */
export function importRanges(tree: readonly SyntaxNode[]): readonly (readonly [start: number, end: number])[] {
  return tree.flatMap((node) =>
    node.role === 'imports' ? [[node.start, node.end] as const] : importRanges(node.children),
  );
}
