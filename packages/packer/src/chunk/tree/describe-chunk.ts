import type { ChunkKind, ChunkSymbol } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform';

import type { SyntaxNode } from './syntax-node.js';

/** What a chunk is, besides its text. */
export interface ChunkDescription {
  readonly kind: ChunkKind;
  readonly symbol?: string | undefined;
  readonly enclosing: readonly string[];
  readonly definitions: readonly ChunkSymbol[];
}

/** Of text that was cut without a parser. */
export const describeLines: ChunkDescription = { kind: 'lines', enclosing: [], definitions: [] };

interface TextRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Among several definitions, the one that is this much of the chunk gives it its name. */
const dominantShare = 2 / 3;

const longestTail = 400;
const onlyCloses = /^(?:[^\p{L}\p{N}_]|\b(?:end|fi|done|esac|endif)\b)*$/u;

/** Tells what is in a range of a text, by its syntax tree. */
export class ChunkDescriber {
  private readonly named: readonly SyntaxNode[];

  constructor(
    private readonly roots: readonly SyntaxNode[],
    private readonly lines: LineIndex,
  ) {
    this.named = namedNodes(roots);
  }

  /** @param range of a chunk; `owner` is the definition that it is a part of */
  describe({ owner, ...range }: TextRange & { readonly owner?: SyntaxNode | undefined }): ChunkDescription {
    const { enclosing, siblings } = this.surroundings(withoutWhiteSpace(this.lines.content, range));
    const definitions = this.definitionsIn(range);
    if (owner !== undefined) return { kind: owner.kind, symbol: owner.name, enclosing, definitions };
    const main = mainDefinition(siblings, range);
    if (main !== undefined) return { kind: main.kind, symbol: main.name, enclosing, definitions };
    const isImports = siblings.some(({ role }) => role === 'imports') && definitions.length === 0;
    return { kind: isImports ? 'imports' : 'block', enclosing, definitions };
  }

  /** Labels of what encloses the range, and the nodes of the innermost of them. */
  private surroundings(range: TextRange): { enclosing: readonly string[]; siblings: readonly SyntaxNode[] } {
    const enclosing: string[] = [];
    let siblings = this.roots;
    for (;;) {
      const around = siblings[firstIndex(siblings, ({ end }) => end > range.start)];
      if (around === undefined || around.start >= range.start || !this.reachesTo(around, range.end)) break;
      if (around.children.length === 0) break;
      if (around.label !== undefined) enclosing.push(around.label);
      siblings = around.children;
    }
    const first = firstIndex(siblings, ({ end }) => end > range.start);
    const last = firstIndex(siblings, ({ start }) => start >= range.end);
    return { enclosing, siblings: siblings.slice(first, last) };
  }

  /** Closing braces behind a definition do not make a chunk any less a part of it. */
  private reachesTo({ end }: SyntaxNode, rangeEnd: number): boolean {
    if (end >= rangeEnd) return true;
    return rangeEnd - end <= longestTail && onlyCloses.test(this.lines.content.slice(end, rangeEnd));
  }

  private definitionsIn({ start, end }: TextRange): readonly ChunkSymbol[] {
    const first = firstIndex(this.named, ({ nameOffset }) => nameOffset >= start);
    const last = firstIndex(this.named, ({ nameOffset }) => nameOffset >= end);
    return this.named.slice(first, last).map(({ name = '', kind, nameOffset }) => {
      return { name, kind, line: this.lines.lineAt(nameOffset) + 1 };
    });
  }
}

/** The one definition that begins in the range and is not inside another, or the one that is most of it. */
function mainDefinition(nodes: readonly SyntaxNode[], range: TextRange): SyntaxNode | undefined {
  const begun = outermost(nodes).filter(({ start }) => start >= range.start && start < range.end);
  const [only] = begun;
  if (begun.length === 1 && only?.kind === 'module' && only.end > range.end) {
    // Of a namespace that goes on, what begins here is the point.
    return mainDefinition(only.children, range) ?? only;
  }
  if (begun.length <= 1) return begun[0];
  const needed = dominantShare * (range.end - range.start);
  return begun.find(({ start, end }) => Math.min(end, range.end) - start >= needed);
}

function outermost(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => (node.role === 'definition' ? [node] : outermost(node.children)));
}

function namedNodes(roots: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const named: SyntaxNode[] = [];
  const visit = (nodes: readonly SyntaxNode[]): void => {
    for (const node of nodes) {
      if (node.role === 'definition' && node.name !== undefined) named.push(node);
      visit(node.children);
    }
  };
  visit(roots);
  return named.sort((a, b) => a.nameOffset - b.nameOffset);
}

function withoutWhiteSpace(content: string, { start, end }: TextRange): TextRange {
  const text = content.slice(start, end);
  const first = start + (text.length - text.trimStart().length);
  return { start: first, end: Math.max(first, start + text.trimEnd().length) };
}

/** The first index for which the condition holds, which then holds for all that follow; else the length. */
function firstIndex<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
