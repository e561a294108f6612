import type { SearchHit } from '@lexichord/abstractions';

import { MemoryFiles } from '../test-support/memory-files.js';
import { type RestContext, restOfDefinitions } from './rest-of-definitions.js';

const line = (number: number): string => `step(${number});\n`;
const text = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => line(from + index)).join('');

describe('restOfDefinitions', () => {
  const files = new MemoryFiles({ 'a.ts': text(1, 40), 'b.ts': text(1, 12) });
  /** Lines of a definition from line 1 to 30. */
  const part = (startLine: number, endLine: number, more: Partial<SearchHit> = {}): SearchHit => ({
    ...{ filePath: 'a.ts', startLine, endLine, content: text(startLine, endLine), score: 0.8, tokenCount: 50 },
    ...{ headingPath: [], language: 'typescript', kind: 'function', symbol: 'run', enclosing: ['class App'] },
    ...{ partOf: { startLine: 1, endLine: 30 }, ...more },
  });
  const rest = async (hits: readonly SearchHit[], context: Partial<RestContext> = {}): Promise<readonly string[]> =>
    (await restOfDefinitions(hits, { editor: files, budgetTokens: 1_000, minScore: 0.4, ...context })).map(
      ({ filePath, lineRange, relevanceScore }) =>
        `${filePath}:${lineRange?.startLine}-${lineRange?.endLine} ${relevanceScore?.toFixed(2)}`,
    );

  it('gives the lines of a definition that no hit has, below every hit that is packed', async () => {
    expect(await rest([part(6, 10), part(16, 20, { score: 0.5 })])).toEqual([
      'a.ts:1-5 0.32',
      'a.ts:11-15 0.32',
      'a.ts:21-30 0.32',
    ]);
  });

  it('says what they are lines of', async () => {
    const [source] = await restOfDefinitions([part(6, 30)], { editor: files, budgetTokens: 1_000, minScore: 0.4 });

    expect(source).toEqual({
      ...{ sourceType: 'search-result', filePath: 'a.ts', language: 'typescript', content: text(1, 5) },
      ...{ lineRange: { startLine: 1, endLine: 5 }, relevanceScore: expect.closeTo(0.32) as number, isSearchHit: true },
      definition: {
        ...{ kind: 'function', symbol: 'run', enclosing: ['class App'], partOf: { startLine: 1, endLine: 30 } },
      },
    });
  });

  it('gives as much as there is room for beside the hits, of the best hits first', async () => {
    const other = part(1, 6, { filePath: 'b.ts', partOf: { startLine: 1, endLine: 12 }, score: 0.7 });

    expect(await rest([part(1, 20), other])).toEqual(['a.ts:21-30 0.32', 'b.ts:7-12 0.28']);
    expect(await rest([part(1, 20), other], { budgetTokens: 101 })).toEqual(['a.ts:21-30 0.32']);
    expect(await rest([part(1, 20), other], { budgetTokens: 100 })).toEqual([]);
  });

  it('gives nothing of hits that are whole, or too weak to be packed', async () => {
    expect(await rest([part(1, 20, { partOf: undefined }), part(21, 30, { score: 0.39 })])).toEqual([]);
  });

  it('passes over a file that is gone, or has other lines than were found', async () => {
    const moved = part(6, 10, { content: text(7, 11) });
    const gone = part(6, 10, { filePath: 'gone.ts' });

    expect(await rest([moved, gone, part(1, 6, { filePath: 'b.ts', partOf: { startLine: 1, endLine: 12 } })])).toEqual([
      'b.ts:7-12 0.32',
    ]);
  });
});
