import type { ChunkKind, ChunkSymbol } from '@lexichord/abstractions';
import type { LineIndex } from '@lexichord/platform/internal';

import type { NameInText, SyntaxNode } from './syntax-node.js';

/** Kind, symbol and context of a chunk. */
export interface ChunkMetadata {
  readonly kind: ChunkKind;
  readonly symbol?: string | undefined;
  readonly enclosing: readonly string[];
  readonly definitions: readonly ChunkSymbol[];
}

/** Metadata of a text cut without a parser. */
export const lineMetadata: ChunkMetadata = { kind: 'lines', enclosing: [], definitions: [] };

interface NamedLine extends NameInText {
  readonly kind: ChunkKind;
}

interface TextRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Minimum share of the chunk of a definition that gives it its name. */
const dominantShare = 2 / 3;

const maxTailLength = 400;
const onlyCloses = /^(?:[^\p{L}\p{N}_]|\b(?:end|fi|done|esac|endif)\b)*$/u;

/** Reads the metadata of ranges of a text from its syntax tree. */
export class ChunkMetadataReader {
  private readonly named: readonly NamedLine[];

  constructor(
    private readonly roots: readonly SyntaxNode[],
    private readonly lines: LineIndex,
  ) {
    this.named = namedLines(roots);
  }

  /** @param range range of a chunk; `owner` is the definition that it is a part of */
  read({ owner, ...range }: TextRange & { readonly owner?: SyntaxNode | undefined }): ChunkMetadata {
    // A part has the enclosing nodes of its definition, even if the head of a class is in the part.
    const own = owner === undefined ? range : overlapOf(range, owner);
    const { enclosing, siblings } = this.surroundings(withoutWhiteSpace(this.lines.content, own));
    const definitions = this.definitionsIn(range);
    if (owner !== undefined) return { kind: owner.kind, symbol: owner.name, enclosing, definitions };
    const main = mainDefinition(siblings, range);
    if (main !== undefined) return { kind: main.kind, symbol: main.name, enclosing, definitions };
    // Code without names, such as a test or a handler, is more than the imports before it.
    const hasCode = definitions.length > 0 || siblings.some(({ callable }) => callable !== 'none');
    const areImports = !hasCode && siblings.some(({ role }) => role === 'imports');
    return { kind: areImports ? 'imports' : 'block', enclosing, definitions };
  }

  /** Labels of the nodes that enclose the range, and the children of the innermost one. */
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

  /** Whether a node reaches to the end of a range, apart from closing braces. */
  private reachesTo({ end }: SyntaxNode, rangeEnd: number): boolean {
    if (end >= rangeEnd) return true;
    return rangeEnd - end <= maxTailLength && onlyCloses.test(this.lines.content.slice(end, rangeEnd));
  }

  private definitionsIn({ start, end }: TextRange): readonly ChunkSymbol[] {
    const first = firstIndex(this.named, ({ offset }) => offset >= start);
    const last = firstIndex(this.named, ({ offset }) => offset >= end);
    return this.named.slice(first, last).map(({ name, kind, offset }) => {
      return { name, kind, line: this.lines.lineAt(offset) + 1 };
    });
  }
}

/**
 * The only outermost definition that begins in the range, or the one that is most of the range. A definition inside an
 * anonymous function names a chunk only if it is most of it.
 */
function mainDefinition(nodes: readonly SyntaxNode[], range: TextRange): SyntaxNode | undefined {
  const begun = outermost(nodes, false).filter(({ node }) => node.start >= range.start && node.start < range.end);
  const [first, ...others] = begun;
  if (first !== undefined && others.length === 0 && !first.isInUnit) {
    // In a continued namespace, the chunk is named after its first definition.
    const goesOn = first.node.kind === 'module' && first.node.end > range.end;
    return (goesOn ? mainDefinition(first.node.children, range) : undefined) ?? first.node;
  }
  const needed = dominantShare * (range.end - range.start);
  return begun.find(({ node: { start, end } }) => Math.min(end, range.end) - start >= needed)?.node;
}

interface OutermostDefinition {
  readonly node: SyntaxNode;
  readonly isInUnit: boolean;
}

function outermost(nodes: readonly SyntaxNode[], isInUnit: boolean): readonly OutermostDefinition[] {
  return nodes.flatMap((node) =>
    node.role === 'definition' ? [{ node, isInUnit }] : outermost(node.children, isInUnit || node.isUnit),
  );
}

function namedLines(roots: readonly SyntaxNode[]): readonly NamedLine[] {
  const named: NamedLine[] = [];
  const visit = (nodes: readonly SyntaxNode[]): void => {
    for (const { role, name, kind, nameOffset, furtherNames, children } of nodes) {
      if (role === 'definition' && name !== undefined) named.push({ name, kind, offset: nameOffset });
      for (const further of furtherNames) named.push({ ...further, kind: 'variable' });
      visit(children);
    }
  };
  visit(roots);
  return named.sort((a, b) => a.offset - b.offset);
}

/** Intersection of two ranges; the first range if they do not overlap. */
function overlapOf(range: TextRange, other: TextRange): TextRange {
  const start = Math.max(range.start, other.start);
  const end = Math.min(range.end, other.end);
  return start < end ? { start, end } : range;
}

function withoutWhiteSpace(content: string, { start, end }: TextRange): TextRange {
  const text = content.slice(start, end);
  const first = start + (text.length - text.trimStart().length);
  return { start: first, end: Math.max(first, start + text.trimEnd().length) };
}

/** The first index for which the condition holds, else the length. The condition must hold for all later indexes. */
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
