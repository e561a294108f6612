import type { LineIndex } from '@lexichord/platform/internal';

import type { SyntaxNode } from '../tree/syntax-node.js';

/** Lines `[from, to)`, 0-based. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** Lines that are not cut at this level, with their nodes. */
export interface Piece extends LineRange {
  readonly nodes: readonly SyntaxNode[];
}

interface GrowingPiece {
  from: number;
  to: number;
  readonly nodes: SyntaxNode[];
}

/**
 * Divides a range of lines into pieces, one for each node with its leading comment, so that every line is in exactly
 * one. Nodes that share a line share a piece. Blank lines belong to the piece before them, other lines between two
 * nodes are a separate piece, and lines after the last node (a closing brace) belong to it.
 */
export function divideIntoPieces(range: LineRange, nodes: readonly SyntaxNode[], lines: LineIndex): readonly Piece[] {
  const pieces: GrowingPiece[] = [];
  let at = range.from;
  for (const node of nodes) {
    const from = Math.min(Math.max(range.from, node.leadLine), range.to);
    const to = Math.max(from, Math.min(range.to, node.endLine + 1));
    if (from >= at) {
      fillGap(pieces, { from: at, to: from }, lines);
      pieces.push({ from, to, nodes: [node] });
    } else {
      // The list itself grows: thousands of nodes may share one line.
      const piece = takeOverlapping(pieces, from) ?? { from: range.from, to: at, nodes: [] };
      piece.to = Math.max(piece.to, to);
      piece.nodes.push(node);
      pieces.push(piece);
    }
    at = Math.max(at, to);
  }
  const last = pieces.at(-1);
  if (last === undefined) return [{ ...range, nodes: [] }];
  last.to = range.to;
  return withoutEmpty(pieces);
}

/** Joins the nodes of empty pieces, which are outside of the range, to the piece before, else to the next. */
function withoutEmpty(pieces: readonly GrowingPiece[]): readonly Piece[] {
  const kept: GrowingPiece[] = [];
  for (const piece of pieces) {
    const last = kept.at(-1);
    if (last === undefined || (last.from < last.to && piece.from < piece.to)) kept.push(piece);
    else {
      last.to = piece.to;
      for (const node of piece.nodes) last.nodes.push(node);
    }
  }
  return kept;
}

function fillGap(pieces: GrowingPiece[], gap: LineRange, lines: LineIndex): void {
  const last = pieces.at(-1);
  let { from } = gap;
  if (last !== undefined) {
    while (from < gap.to && lines.text(from).trim() === '') from += 1;
    last.to = from;
  }
  if (from < gap.to) pieces.push({ from, to: gap.to, nodes: [] });
}

/** Removes the pieces that reach beyond `from` and returns them as one. */
function takeOverlapping(pieces: GrowingPiece[], from: number): GrowingPiece | undefined {
  let taken: GrowingPiece | undefined;
  for (let last = pieces.at(-1); last !== undefined && last.to > from; last = pieces.at(-1)) {
    pieces.pop();
    for (const node of taken?.nodes ?? []) last.nodes.push(node);
    last.to = taken?.to ?? last.to;
    taken = last;
  }
  return taken;
}
