import type { SearchHit } from '@lexichord/abstractions';

import { joinNeighbours } from './format-hits.js';

function aHit(filePath: string, startLine: number, endLine: number, score: number): SearchHit {
  const content = Array.from({ length: endLine - startLine + 1 }, (_, index) => `${startLine + index}\n`).join('');
  return { filePath, startLine, endLine, content, score, headingPath: [], language: 'typescript' };
}

describe('joinNeighbours', () => {
  it('joins hits whose lines follow each other, whichever is better, in the place of the better one', () => {
    const joined = joinNeighbours([aHit('b.ts', 1, 2, 0.9), aHit('a.ts', 3, 4, 0.8), aHit('a.ts', 1, 2, 0.7)]);

    expect(joined).toEqual([aHit('b.ts', 1, 2, 0.9), aHit('a.ts', 1, 4, 0.8)]);
  });

  it('joins three when the last one closes the gap', () => {
    const joined = joinNeighbours([aHit('a.ts', 1, 2, 0.9), aHit('a.ts', 5, 6, 0.8), aHit('a.ts', 3, 4, 0.7)]);

    expect(joined).toEqual([aHit('a.ts', 1, 6, 0.9)]);
  });

  it('leaves others apart, and the lines of a hit without a last line end on their own', () => {
    const apart = [aHit('a.ts', 1, 2, 0.9), aHit('a.ts', 4, 5, 0.8), aHit('b.ts', 3, 3, 0.7)];
    const open = { ...aHit('a.ts', 1, 1, 0.5), content: 'end' };

    expect(joinNeighbours(apart)).toEqual(apart);
    expect(joinNeighbours([open, aHit('a.ts', 2, 2, 0.4)])[0]?.content).toBe('end\n2\n');
  });
});
