import type { SyntaxNode } from '../tree/syntax-node.js';
import { cutAtLines } from './cut-at-lines.js';
import type { CutContext, Draft, PartOwner } from './draft.js';
import { type LineRange, divideIntoPieces } from './pieces.js';

/** Factor by which a part may exceed the even size. */
const slack = 1.1;

/**
 * Cuts a definition that is too large for one chunk at its own statements, and where one of those is too large at the
 * statements in it, down to lines (T-016 FR-016-46, AC-040). The parts are as few as fit and about equally large.
 */
export function splitDefinition(
  range: LineRange,
  {
    node,
    children,
    family,
    cutContext,
  }: { node: SyntaxNode; children: readonly SyntaxNode[]; family: object; cutContext: CutContext },
): readonly Draft[] {
  const { maxChunkTokens } = cutContext.sizes;
  const atoms = cutSmallEnough(range, children, cutContext);
  const fewest = fillUp(atoms, maxChunkTokens, cutContext).length;
  const total = cutContext.tokens.ofLines(range.from, range.to);
  let parts = fillUp(atoms, maxChunkTokens, cutContext);
  for (let limit = (total / fewest) * slack; limit < maxChunkTokens; limit *= slack) {
    const even = fillUp(atoms, limit, cutContext);
    if (even.length > fewest) continue;
    parts = even;
    break;
  }
  const owner: PartOwner = { node };
  return parts.map((part) => ({ ...part, family, owner: part.within === undefined ? owner : part.owner }));
}

function cutSmallEnough(range: LineRange, nodes: readonly SyntaxNode[], cutContext: CutContext): readonly Draft[] {
  const { sizes, tokens, lines } = cutContext;
  return divideIntoPieces(range, nodes, lines).flatMap((piece) => {
    const size = tokens.ofLines(piece.from, piece.to);
    if (size <= sizes.maxChunkTokens) return [plainDraft(piece, size)];
    const children = piece.nodes.flatMap((node) => node.children);
    if (children.length > 0) return cutSmallEnough(piece, children, cutContext);
    return cutAtLines(piece, sizes.maxChunkTokens, cutContext);
  });
}

function fillUp(atoms: readonly Draft[], limit: number, cutContext: CutContext): readonly Draft[] {
  const parts: Draft[] = [];
  for (const atom of atoms) {
    const last = parts.at(-1);
    const isWhole = last?.within === undefined && atom.within === undefined;
    const size = last === undefined ? Infinity : cutContext.tokens.ofLines(last.from, atom.to);
    if (last === undefined || !isWhole || size > limit) parts.push(atom);
    else parts[parts.length - 1] = { ...last, to: atom.to, tokens: size };
  }
  return parts;
}

function plainDraft({ from, to }: LineRange, tokens: number): Draft {
  return { from, to, tokens, family: {}, isPlain: true, isHeader: false, isImports: false };
}
