import type { Chunk } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';

import { anchoredChunks, fairShares } from './anchored-chunks.js';

const counter = new WordTokenCounter();
const layout = { measure: () => 0 };

/** A chunk with four words in each line. */
function aChunk(startLine: number, endLine: number, given: Partial<Chunk> = {}): Chunk {
  const content = Array.from(
    { length: endLine - startLine + 1 },
    (_, index) => `  run step ${startLine + index} now;\n`,
  ).join('');
  return {
    ...{ id: `a.ts:${startLine}-${endLine}@0`, filePath: 'a.ts', startLine, endLine, content },
    ...{ tokenCount: counter.countTokens(content), kind: 'method', language: 'typescript' },
    ...{ enclosing: [], definitions: [], ...given },
  };
}

/** A class of one method with two parts and a short one. */
const header = aChunk(1, 1, { kind: 'class', definitions: [{ name: 'Tax', kind: 'class', line: 1 }] });
const long = { symbol: 'compute', enclosing: ['class Tax'], partOf: { startLine: 2, endLine: 200 } };
const parts = [
  aChunk(2, 100, {
    ...{ ...long, part: { index: 1, count: 2 } },
    definitions: [{ name: 'compute', kind: 'method', line: 2 }],
  }),
  aChunk(101, 200, { ...long, part: { index: 2, count: 2 } }),
];
const short = aChunk(201, 204, { symbol: 'small', enclosing: ['class Tax'] });
const chunks = [header, ...parts, short];

const rangesAt = (lines: readonly number[], maxTokens: number): readonly string[] =>
  anchoredChunks([{ chunks, anchors: lines.map((line, order) => ({ startLine: line, endLine: line, order })) }], {
    maxTokens,
    counter,
    layout,
  }).map(({ chunk, order }) => `${order}: ${chunk.startLine}-${chunk.endLine}`);

describe('anchoredChunks', () => {
  it('gives the whole definition of a named line, in all its parts', () => {
    expect(rangesAt([150], 10_000)).toEqual(['0: 2-100', '0: 101-200']);
    expect(rangesAt([203], 10_000)).toEqual(['0: 201-204']);
  });

  it('gives a window with the line in its middle, the signature and the enclosing class, of a larger one', () => {
    const [window, ...outline] = anchoredChunks([{ chunks, anchors: [{ startLine: 102, endLine: 102 }] }], {
      maxTokens: 300,
      counter,
      layout,
    }).map(({ chunk }) => chunk);

    const { startLine = 0, endLine = 0, content = '', tokenCount = 0 } = window ?? {};
    expect(startLine).toBeLessThan(100);
    expect(Math.abs((startLine + endLine) / 2 - 102)).toBeLessThanOrEqual(1);
    expect(tokenCount).toBeGreaterThan(100);
    expect(tokenCount).toBeLessThanOrEqual(300);
    expect(content).toContain('run step 102 now');
    expect(outline.map((chunk) => [chunk.startLine, chunk.endLine])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    // The head of the class is a chunk of its own here, and no part of the method.
    const wholes = [window, ...outline].map((chunk) => chunk?.partOf);
    const method = { startLine: 2, endLine: 200 };
    expect(wholes).toEqual([method, undefined, method]);
  });

  describe('of a definition around a line that is itself in pieces', () => {
    const own = { symbol: 'compute' };
    const piece = (index: number): Chunk =>
      aChunk(11, 11, { content: index === 3 ? 'end\n' : `data ${index} `, tokenCount: 2, part: { index, count: 3 } });
    const around = [
      aChunk(1, 10, {
        ...{ ...own, part: { index: 1, count: 2 } },
        definitions: [{ name: 'compute', kind: 'method', line: 1 }],
      }),
      ...[1, 2, 3].map(piece),
      aChunk(12, 100, { ...own, part: { index: 2, count: 2 } }),
    ];
    const chunksAt = (line: number, maxTokens: number): readonly Chunk[] =>
      anchoredChunks([{ chunks: [...around, aChunk(101, 102)], anchors: [{ startLine: line, endLine: line }] }], {
        maxTokens,
        counter,
        layout,
      }).map(({ chunk }) => chunk);

    it.each([5, 11, 50])('gives all of it for line %i where there is room', (line) => {
      const found = chunksAt(line, 10_000).map((chunk) => around.indexOf(chunk));

      expect(found).toEqual([...around.keys()]);
    });

    it('gives whole lines around the named one, and the signature', () => {
      const ranges = chunksAt(90, 200).map(({ startLine, endLine, content }) => [
        ...[startLine, endLine],
        ...[/^ *run step (?<first>\d+) /u.exec(content)?.groups?.first, content.split('\n').length - 1],
      ]);

      expect(ranges).toEqual([
        [expect.any(Number), 100, String(ranges[0]?.[0]), 101 - Number(ranges[0]?.[0])],
        [1, 1, '1', 1],
      ]);
    });

    it('gives the line in its pieces where it is in no definition', () => {
      const pieces = [1, 2, 3].map(piece);
      const anchored = anchoredChunks(
        [{ chunks: [aChunk(1, 10), ...pieces, aChunk(12, 20)], anchors: [{ startLine: 11, endLine: 11 }] }],
        { maxTokens: 10_000, counter, layout },
      );

      expect(anchored.map(({ chunk }) => pieces.indexOf(chunk))).toEqual([0, 1, 2]);
    });
  });

  it('has the line itself, whatever room there is', () => {
    expect(rangesAt([150], 1)).toEqual(['0: 150-150']);
  });

  it('gives each definition a share, in the order of the names', () => {
    expect(rangesAt([203, 150], 300)).toEqual(['0: 201-204', expect.stringMatching(/^1: 1[34]/u), '1: 1-1', '1: 2-2']);
  });

  it('gives several lines of a definition a window each', () => {
    const ranges = rangesAt([20, 180], 400);

    expect(ranges).toEqual(['0: 4-36', '0: 164-196', '0: 1-1', '0: 2-2']);
  });

  it('has nothing for a line that the file has not', () => {
    expect(rangesAt([999], 10_000)).toEqual([]);
  });
});

describe('fairShares', () => {
  it('gives equal shares, and what one does not need to the others', () => {
    expect(fairShares([10, 100, 100], 100)).toEqual([10, 45, 45]);
    expect(fairShares([10, 20], 100)).toEqual([10, 20]);
    expect(fairShares([], 100)).toEqual([]);
  });
});
