import type { ContextSource, SearchHit } from '@lexichord/abstractions';

import { hitSources } from './hit-sources.js';

/** A part of ten lines and a hundred tokens; parts of the same file are of one function of forty lines. */
const partOf = (filePath: string, index: number, score: number): SearchHit => ({
  ...{ filePath, startLine: index * 10 + 1, endLine: index * 10 + 10, content: `${filePath} ${index}`, score },
  ...{ headingPath: [], language: 'typescript', kind: 'function', symbol: 'ferry', tokenCount: 100 },
  ...{ part: { index: index + 1, count: 4 }, partOf: { startLine: 1, endLine: 40 } },
});
const restOf = (hit: SearchHit): readonly SearchHit[] =>
  [0, 1, 2, 3].map((index) => partOf(hit.filePath, index, hit.score)).filter((part) => part.content !== hit.content);
const contentsOf = (sources: readonly ContextSource[]): readonly string[] => sources.map(({ content }) => content);

describe('hitSources', () => {
  it('gives the hits, and below them the parts of their functions that no hit is, with what they are', () => {
    const [hit, other] = [partOf('a.ts', 1, 0.8), partOf('a.ts', 2, 0.5)];

    const sources = hitSources({ hits: [hit, other], rest: restOf(hit) }, 10_000);

    expect(contentsOf(sources)).toEqual(['a.ts 1', 'a.ts 2', 'a.ts 0', 'a.ts 3']);
    const weakest = 0.8 * 0.4;
    expect(sources.map(({ minRelevanceScore }) => minRelevanceScore)).toEqual([weakest, weakest, undefined, undefined]);
    for (const { relevanceScore = 1, definition, isSearchHit } of sources.slice(2)) {
      expect(relevanceScore).toBeLessThan(weakest);
      expect(definition).toMatchObject({ symbol: 'ferry', partOf: { startLine: 1, endLine: 40 } });
      expect(isSearchHit).toBe(true);
    }
  });

  it('gives whole functions as long as there is room beside the hits, of the best hits first', () => {
    const hits = [partOf('a.ts', 0, 0.8), partOf('b.ts', 0, 0.7)];
    const rest = hits.flatMap(restOf);
    const partsWithin = (tokens: number): readonly string[] =>
      contentsOf(hitSources({ hits, rest }, tokens)).slice(hits.length);

    expect(partsWithin(10_000)).toEqual(['a.ts 1', 'a.ts 2', 'a.ts 3', 'b.ts 1', 'b.ts 2', 'b.ts 3']);
    expect(partsWithin(201)).toEqual(['a.ts 1', 'a.ts 2', 'a.ts 3']);
    expect(partsWithin(200)).toEqual([]);
  });

  it('gives no function of hits that are too weak to be packed, and offers the weak parts of others', () => {
    const [best, weak] = [partOf('a.ts', 0, 0.8), partOf('b.ts', 0, 0.31)];
    expect(contentsOf(hitSources({ hits: [best, weak], rest: restOf(weak) }, 10_000))).toEqual(['a.ts 0', 'b.ts 0']);

    const weakPart = partOf('a.ts', 1, 0.31);
    const sources = hitSources({ hits: [best, weakPart], rest: restOf(best) }, 10_000);

    expect(contentsOf(sources)).toEqual(['a.ts 0', 'a.ts 1', 'a.ts 2', 'a.ts 3']);
    expect(sources[1]?.minRelevanceScore).toBeUndefined();
  });

  it('gives the hits of a service that does not keep the rest', () => {
    expect(contentsOf(hitSources({ hits: [partOf('a.ts', 0, 0.8)] }, 10_000))).toEqual(['a.ts 0']);
    expect(hitSources({ hits: [] }, 10_000)).toEqual([]);
  });
});
