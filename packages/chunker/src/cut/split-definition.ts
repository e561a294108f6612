import type { SyntaxNode } from '../tree/syntax-node.js';
import { cutAtLines } from './cut-at-lines.js';
import type { CutContext, Draft, LargeDefinition, PartOwner } from './draft.js';
import { divideIntoPieces, type LineRange } from './pieces.js';

/** Factor by which a part may exceed the even size. */
const slack = 1.1;

/**
 * Sizes above which a statement is cut itself, as shares of the maximum. The next one is tried if a part of the
 * definition would be below the minimum, such as the head of a function beside one statement that fills a chunk.
 */
const statementShares = [1, 1 / 2, 1 / 4] as const;

/**
 * Cuts a definition that is too large for one chunk at its statements, those too large at their inner statements, down
 * to lines (T-016 FR-016-46, AC-040). The parts have the minimum number and about equal sizes.
 *
 * @param draft the definition with joined small neighbours, which are in its first and last part
 */
export function splitDefinition(draft: Draft, large: LargeDefinition, cutContext: CutContext): readonly Draft[] {
  const { family, from, to } = draft;
  const owner: PartOwner = { node: large.node, lines: { from, to } };
  const parts = partsOf(draft, large, cutContext);
  return parts.map((part) => ({ ...part, family, owner: part.within === undefined ? owner : part.owner }));
}

/** Parts of at least the minimum, if statements of one of the sizes allow it. */
function partsOf(draft: Draft, large: LargeDefinition, cutContext: CutContext): readonly Draft[] {
  const { minChunkTokens } = cutContext.sizes;
  const isEnough = ({ tokens, within }: Draft): boolean => within !== undefined || tokens >= minChunkTokens;
  let parts: readonly Draft[] | undefined;
  for (const share of statementShares) {
    const found = evenParts(draft, atomsOf(draft, { large, share, cutContext }), cutContext);
    if (found.every(isEnough)) return found;
    parts ??= found;
  }
  return parts ?? [];
}

/** Ranges that are not split: statements, and the neighbours. */
function atomsOf(
  { from, to }: LineRange,
  { large, share, cutContext }: { large: LargeDefinition; share: number; cutContext: CutContext },
): readonly Draft[] {
  const { maxChunkTokens } = cutContext.sizes;
  return [
    ...cutAtLines({ from, to: large.from }, maxChunkTokens, cutContext),
    ...cutSmallEnough(large, large.children, { limit: Math.max(1, maxChunkTokens * share), cutContext }),
    ...cutAtLines({ from: large.to, to }, maxChunkTokens, cutContext),
  ];
}

function cutSmallEnough(
  range: LineRange,
  nodes: readonly SyntaxNode[],
  { limit, cutContext }: { limit: number; cutContext: CutContext },
): readonly Draft[] {
  const { tokens, lines } = cutContext;
  return divideIntoPieces(range, nodes, lines).flatMap((piece) => {
    const size = tokens.ofLines(piece.from, piece.to);
    if (size <= limit) return [plainDraft(piece, size)];
    const children = piece.nodes.flatMap((node) => node.children);
    if (children.length > 0) return cutSmallEnough(piece, children, { limit, cutContext });
    return cutAtLines(piece, limit, cutContext);
  });
}

function evenParts({ from, to }: LineRange, atoms: readonly Draft[], cutContext: CutContext): readonly Draft[] {
  const { maxChunkTokens } = cutContext.sizes;
  const greedy = fillUp(atoms, maxChunkTokens, cutContext);
  const total = cutContext.tokens.ofLines(from, to);
  for (let limit = (total / greedy.length) * slack; limit < maxChunkTokens; limit *= slack) {
    const even = fillUp(atoms, limit, cutContext);
    if (even.length <= greedy.length) return even;
  }
  return greedy;
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
