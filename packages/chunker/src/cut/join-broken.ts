import type { SyntaxNode } from '../tree/syntax-node.js';
import type { CuttingBoard, Draft } from './draft.js';

/**
 * Joins drafts that were cut inside a region with syntax errors, where both fit into one chunk (T-016
 * troubleshooting 2, `validate_syntax`).
 */
export function joinBroken(
  drafts: readonly Draft[],
  tree: readonly SyntaxNode[],
  { tokens, sizes }: CuttingBoard,
): { readonly drafts: readonly Draft[]; readonly brokenCount: number } {
  const broken = brokenRegions(tree);
  const isInside = (line: number): boolean =>
    broken.some(({ startLine, endLine }) => startLine < line && line <= endLine);
  const joined: Draft[] = [];
  for (const draft of drafts) {
    const last = joined.at(-1);
    const size = last === undefined ? Infinity : tokens.ofLines(last.from, draft.to);
    const isOwned = last?.owner !== undefined || draft.owner !== undefined;
    if (last === undefined || isOwned || size > sizes.maxChunkTokens || !isInside(draft.from)) joined.push(draft);
    else joined[joined.length - 1] = { ...last, to: draft.to, tokens: size };
  }
  const brokenCount = joined.filter(({ from, to }) =>
    broken.some(({ startLine, endLine }) => startLine < to && endLine >= from),
  ).length;
  return { drafts: joined, brokenCount };
}

function brokenRegions(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.flatMap((node) => (node.role === 'error' ? [node] : brokenRegions(node.children)));
}
