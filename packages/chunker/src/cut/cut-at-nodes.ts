import type { SyntaxNode } from '../tree/syntax-node.js';
import { cutAtLines } from './cut-at-lines.js';
import type { ChunkSizes, CutContext, Draft } from './draft.js';
import { joinNeighbours, joinSmall } from './join-drafts.js';
import { divideIntoPieces, type LineRange, type Piece } from './pieces.js';
import { splitDefinition } from './split-definition.js';

/**
 * Cuts a file at the edges of its definitions (T-016 FR-016-38..41). A function stays whole up to the maximum, with or
 * without a name, a class up to the target size; a larger class is cut between its members, a larger function between
 * its statements. Small neighbours of such a function join its parts.
 */
export function cutAtNodes(roots: readonly SyntaxNode[], cutContext: CutContext): readonly Draft[] {
  const drafts = cutLevel({ from: 0, to: cutContext.lineCount }, roots, cutContext);
  return joinSmall(drafts, cutContext).flatMap((draft) =>
    draft.large === undefined ? [draft] : splitDefinition(draft, draft.large, cutContext),
  );
}

function cutLevel(range: LineRange, nodes: readonly SyntaxNode[], cutContext: CutContext): readonly Draft[] {
  const family = {};
  const pieces = divideIntoPieces(range, nodes, cutContext.lines);
  const lists = pieces.map((piece, index) => {
    const isHeader = index === 0 && piece.nodes.length === 0 && pieces.length > 1;
    return cutPiece(piece, { family, isHeader, cutContext });
  });
  return joinNeighbours(lists, cutContext);
}

function cutPiece(
  piece: Piece,
  { family, isHeader, cutContext }: { family: object; isHeader: boolean; cutContext: CutContext },
): readonly Draft[] {
  const { sizes, tokens } = cutContext;
  const size = tokens.ofLines(piece.from, piece.to);
  const definitions = piece.nodes.flatMap((node) => mainDefinition(node) ?? []);
  const children = piece.nodes.flatMap((node) => node.children);
  const units = unitOf(piece);
  const isUndivided = units.length > 0 || definitions.some(({ isContainer }) => !isContainer);
  const limit = isUndivided || children.length === 0 ? sizes.maxChunkTokens : targetFor(definitions, sizes);
  if (size <= Math.min(limit, sizes.maxChunkTokens)) {
    const { from, to } = piece;
    return [{ from, to, tokens: size, family, isHeader, ...contentOf(piece, definitions) }];
  }
  const [first, ...others] = [...definitions, ...units];
  if (isUndivided && first !== undefined && others.length === 0) {
    const { from, to } = piece;
    const large = { from, to, node: first, children };
    return [{ from, to, tokens: size, family, isPlain: false, isHeader: false, isImports: false, large }];
  }
  return children.length > 0
    ? cutLevel(piece, children, cutContext)
    : cutAtLines(piece, sizes.maxChunkTokens, cutContext);
}

function contentOf({ nodes }: Piece, definitions: readonly SyntaxNode[]): Pick<Draft, 'isPlain' | 'isImports'> {
  if (definitions.length > 0) return { isPlain: false, isImports: false };
  const isImports = nodes.some(({ role }) => role === 'imports');
  return { isPlain: !isImports, isImports };
}

/**
 * The target size for definitions. A namespace or a section with sections in it is a level, not a unit: its members are
 * separate.
 */
function targetFor(definitions: readonly SyntaxNode[], { minChunkTokens, targetChunkTokens }: ChunkSizes): number {
  const isLevel = definitions.some(
    ({ kind, children }) =>
      kind === 'module' || (kind === 'section' && children.some((child) => child.kind === 'section')),
  );
  return isLevel ? minChunkTokens : targetChunkTokens;
}

/** The anonymous function of a piece, if the piece is mostly one. */
function unitOf({ nodes }: Piece): readonly SyntaxNode[] {
  let largest: SyntaxNode | undefined;
  for (const node of nodes) {
    if (largest === undefined || node.end - node.start > largest.end - largest.start) largest = node;
  }
  return largest?.isUnit === true ? [largest] : [];
}

/** The node itself if it is a definition, or the only definition that it wraps. */
function mainDefinition(node: SyntaxNode): SyntaxNode | undefined {
  if (node.role === 'definition') return node;
  if (node.role !== 'statement') return undefined;
  const inner = node.children.filter(({ role }) => role !== 'comment' && role !== 'lead');
  return inner.length === 1 && inner[0] !== undefined ? mainDefinition(inner[0]) : undefined;
}
