import { LineIndex } from '@lexichord/platform/internal';
import fc from 'fast-check';

import type { SyntaxNode } from '../tree/syntax-node.js';
import { divideIntoPieces } from './pieces.js';

function nodeAt(leadLine: number, startLine: number, endLine: number): SyntaxNode {
  const plain = { role: 'statement', kind: 'block', callable: 'none', furtherNames: [], children: [] } as const;
  const isNothing = { isContainer: false, hasError: false, isUnit: false };
  return { ...plain, ...isNothing, nameOffset: 0, start: 0, end: 0, startLine, endLine, leadLine };
}

describe('divideIntoPieces', () => {
  const lines = new LineIndex('head\n\none\n\nloose\ntwo three\n}\n');

  it('gives each line to one piece: blank lines to what is before, the end to the last', () => {
    const pieces = divideIntoPieces({ from: 0, to: 7 }, [nodeAt(2, 2, 2), nodeAt(5, 5, 5), nodeAt(5, 5, 5)], lines);

    expect(pieces.map(({ from, to, nodes }) => [from, to, nodes.length])).toEqual([
      [0, 2, 0],
      [2, 4, 1],
      [4, 5, 0],
      [5, 7, 2],
    ]);
  });

  it('is one piece without nodes', () => {
    expect(divideIntoPieces({ from: 3, to: 5 }, [], lines)).toEqual([{ from: 3, to: 5, nodes: [] }]);
  });

  it('covers any range, whatever the nodes say', () => {
    const node = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)).map(([a, b, c]) => {
      const [lead = 0, start = 0, end = 0] = [a, b, c].sort((x, y) => x - y);
      return nodeAt(lead, start, end);
    });
    fc.assert(
      fc.property(fc.array(node, { maxLength: 8 }), (nodes) => {
        const sorted = nodes.toSorted((a, b) => a.startLine - b.startLine);
        const pieces = divideIntoPieces({ from: 1, to: 7 }, sorted, lines);

        expect(pieces.flatMap((piece) => piece.nodes)).toEqual(sorted);
        expect(pieces[0]?.from).toBe(1);
        expect(pieces.at(-1)?.to).toBe(7);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.to).toBeGreaterThan(piece.from);
          if (index > 0) expect(piece.from).toBe(pieces[index - 1]?.to);
        }
      }),
    );
  });

  it('has no piece without lines, and keeps the nodes that are outside of the range', () => {
    const [before, inside, behind] = [nodeAt(0, 0, 0), nodeAt(2, 2, 2), nodeAt(7, 8, 9)];

    const pieces = divideIntoPieces({ from: 1, to: 7 }, [before, inside, behind], lines);
    const around = divideIntoPieces({ from: 1, to: 7 }, [before, behind], lines);

    expect(pieces).toEqual([
      { from: 1, to: 2, nodes: [before] },
      { from: 2, to: 4, nodes: [inside] },
      { from: 4, to: 7, nodes: [behind] },
    ]);
    // Its blank line goes with the node before the range.
    expect(around).toEqual([
      { from: 1, to: 2, nodes: [before] },
      { from: 2, to: 7, nodes: [behind] },
    ]);
  });

  it('keeps together any number of nodes on one line, in their order', () => {
    const nodes = Array.from({ length: 50_000 }, () => nodeAt(2, 2, 2));

    const pieces = divideIntoPieces({ from: 0, to: 7 }, nodes, lines);

    expect(pieces.map(({ from, to }) => [from, to])).toEqual([
      [0, 2],
      [2, 7],
    ]);
    expect(pieces[1]?.nodes).toEqual(nodes);
  });
});
