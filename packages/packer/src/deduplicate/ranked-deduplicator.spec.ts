import type { RankedChunk } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';
import fc from 'fast-check';

import type { PackingOptionsInput } from '../packing-options.js';
import { aRankedChunk, linesOf, ranked } from '../test-support/a-ranked-chunk.js';
import { contentKey } from './content-key.js';
import { type Deduplicated, RankedDeduplicator } from './ranked-deduplicator.js';
import { overlap } from './kept-ranges.js';
import { testPackingOptions } from '../test-support/packing-options.js';

function deduplicate(
  chunks: readonly RankedChunk[],
  deduplication: PackingOptionsInput['deduplication'] = {},
): Deduplicated {
  const options = testPackingOptions({ deduplication });
  return new RankedDeduplicator(options, new WordTokenCounter()).deduplicate(chunks);
}

const idsOf = (chunks: readonly RankedChunk[]): readonly string[] => chunks.map(({ id }) => id);
const same = { content: 'const one = 1;\n', endLine: 1 };

describe('RankedDeduplicator', () => {
  it('T-016 FR-016-93: keeps what is said once (Should_Handle_No_Duplicates)', () => {
    const chunks = ranked({ filePath: 'a.ts' }, { filePath: 'b.ts' }, { filePath: 'b.ts', startLine: 20 });

    expect(deduplicate(chunks)).toEqual({ unique: chunks, removed: [] });
  });

  it('T-016 FR-016-104: keeps the best of equal contents, wherever they come from', () => {
    const chunks = ranked(
      { filePath: 'other.ts' },
      { filePath: 'b.ts', ...same, sourceType: 'open-file' },
      { filePath: 'a.ts', ...same },
      { filePath: 'tool:diff', ...same, sourceType: 'tool-result' },
    );

    const { unique, removed } = deduplicate(chunks);

    expect(idsOf(unique)).toEqual([chunks[0]?.id, chunks[1]?.id]);
    expect(removed.map(({ filePath }) => filePath)).toEqual(['a.ts', 'tool:diff']);
  });

  it('T-016 FR-016-98: keeps the best-ranked of equal contents', () => {
    const files = ['d.ts', 'a.ts', 'c.ts', 'b.ts'];

    const { unique } = deduplicate(ranked(...files.map((filePath) => ({ filePath, ...same }))));

    expect(unique.map(({ filePath, rank }) => [filePath, rank])).toEqual([['d.ts', 1]]);
  });

  it('T-016 AC-099: names the duplicate, and the chunk that is there in its place', () => {
    const chunks = ranked({ filePath: 'b.ts', ...same }, { filePath: 'a.ts', ...same });

    const { removed } = deduplicate(chunks);

    expect(removed).toEqual([{ ...chunks[1], reason: 'duplicate', keptChunk: chunks[0]?.id }]);
  });

  it('T-016 FR-016-102: keeps the order of the ranking (Should_Preserve_Order_After_Dedup)', () => {
    const chunks = ranked(
      { filePath: 'c.ts' },
      { filePath: 'a.ts', ...same },
      { filePath: 'x.ts', ...same },
      { filePath: 'b.ts' },
    );

    expect(deduplicate(chunks).unique.map(({ rank }) => rank)).toEqual([1, 2, 4]);
  });

  it('T-016 NFR-016-38: leaves one of many equal ones', () => {
    const chunks = Array.from({ length: 50 }, (_, index) =>
      aRankedChunk({ filePath: `${index}.ts`, rank: index + 1, ...same }),
    );

    const { unique, removed } = deduplicate(chunks);

    expect([unique.length, removed.length]).toEqual([1, 49]);
  });

  it('T-016 AC-101: of ranges of one file that share 30 % of their lines, keeps the better', () => {
    const chunks = ranked({ startLine: 1, endLine: 10 }, { startLine: 8, endLine: 17 }, { startLine: 18, endLine: 27 });

    const { unique, removed } = deduplicate(chunks);

    expect(unique.map(({ startLine }) => startLine)).toEqual([1, 18]);
    expect(removed).toEqual([
      {
        ...chunks[1],
        reason: 'overlap',
        keptChunk: chunks[0]?.id,
        detail: "30 % of the longer range's lines are the same",
      },
    ]);
  });

  it('T-016 AC-104: says of a range that was removed that it overlaps, and with what', () => {
    const chunks = ranked({ startLine: 1, endLine: 50 }, { startLine: 30, endLine: 70 });

    expect(deduplicate(chunks).removed).toMatchObject([{ startLine: 30, reason: 'overlap', keptChunk: chunks[0]?.id }]);
  });

  it('T-016 AC-102: measures by the longer range: lines 100-150 and 120-180 share half of it', () => {
    expect(
      overlap(aRankedChunk({ startLine: 100, endLine: 150 }), aRankedChunk({ startLine: 120, endLine: 180 })),
    ).toBeCloseTo(31 / 61, 12);
  });

  it('T-016 AC-105: takes another threshold', () => {
    const chunks = ranked({ startLine: 1, endLine: 10 }, { startLine: 8, endLine: 17 });

    expect(deduplicate(chunks, { overlapThreshold: 0.31 }).removed).toEqual([]);
    expect(deduplicate(chunks, { overlapThreshold: 0.3 }).removed).toHaveLength(1);
    expect(deduplicate(chunks, { overlapDetectionEnabled: false }).removed).toEqual([]);
  });

  it('T-016 AC-103: removes a range that lies within a better one, however small it is, and keeps a better one within a worse', () => {
    const inner = { startLine: 50, endLine: 52 };
    const outer = { startLine: 1, endLine: 100 };

    expect(deduplicate(ranked(outer, inner)).removed).toMatchObject([{ ...inner, reason: 'overlap' }]);
    expect(deduplicate(ranked(inner, outer)).removed).toEqual([]);
  });

  it('takes pieces of one long line for different texts', () => {
    const piece = (index: number): Partial<RankedChunk> => ({
      startLine: 3,
      endLine: 3,
      content: `piece ${index}`,
      part: { index, count: 2 },
    });

    expect(deduplicate(ranked(piece(1), piece(2))).removed).toEqual([]);
  });

  it('T-016 FR-016-100: merges ranges into one with the rank of the best, when asked to', () => {
    const chunks = ranked(
      { startLine: 5, endLine: 14 },
      { filePath: 'b.ts' },
      { startLine: 1, endLine: 8 },
      { startLine: 12, endLine: 18 },
    );

    const { unique, removed } = deduplicate(chunks, { overlapMode: 'merge' });

    expect(unique[0]).toMatchObject({ rank: 1, startLine: 1, endLine: 18, content: linesOf('src/a.ts', 1, 18) });
    expect(unique[0]?.tokenCount).toBe(new WordTokenCounter().countTokens(linesOf('src/a.ts', 1, 18)));
    expect(unique).toHaveLength(2);
    expect(removed.map(({ keptChunk }) => keptChunk)).toEqual([unique[0]?.id, unique[0]?.id]);
  });

  it('says of merged ranges of which definition they are still a part', () => {
    const partOf = { startLine: 1, endLine: 18 };
    const lines = [
      { startLine: 5, endLine: 14, partOf },
      { startLine: 1, endLine: 8, partOf },
      { startLine: 12, endLine: 18, partOf },
    ];

    const wholesOf = (given: typeof lines) =>
      deduplicate(ranked(...given), { overlapMode: 'merge' }).unique.map((one) => [
        one.startLine,
        one.endLine,
        one.partOf,
      ]);

    expect(wholesOf(lines.slice(0, 2))).toEqual([[1, 14, partOf]]);
    expect(wholesOf(lines)).toEqual([[1, 18, undefined]]);
  });

  it('T-016 FR-016-101: gives merged ranges the rank and the score of the best', () => {
    const chunks = ranked({ filePath: 'b.ts' }, { startLine: 8, endLine: 14 }, { startLine: 1, endLine: 10 });

    const { unique } = deduplicate(chunks, { overlapMode: 'merge' });

    const { rank, rankScore } = chunks[1] ?? {};
    expect(unique[1]).toMatchObject({ startLine: 1, endLine: 14, rank, rankScore });
  });

  it('T-016 AC-096: compares contents by their SHA-256', () => {
    const compared = { normalizeWhitespace: false, ignoreComments: false, caseSensitive: true };

    expect(contentKey('abc', 'typescript', compared)).toBe('ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=');
  });

  it('T-016 NFR-016-31: keeps each content once, for any contents', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('one', 'two', 'three', 'four')), (contents) => {
        const { unique } = deduplicate(ranked(...contents.map((content, at) => ({ filePath: `${at}.ts`, content }))));

        expect(unique.map(({ content }) => content)).toEqual([...new Set(contents)]);
      }),
    );
  });

  it('T-016 AC-100: finds equal contents whatever white space they have', () => {
    const chunks = ranked(
      { filePath: 'a.ts', content: 'if (a) {\n  b();\n}\n' },
      { filePath: 'b.ts', content: 'if (a)\r\n{\tb(); }' },
    );

    expect(deduplicate(chunks).removed).toHaveLength(1);
    expect(deduplicate(chunks, { normalizeWhitespace: false }).removed).toEqual([]);
    expect(deduplicate(chunks, { contentHashEnabled: false }).removed).toEqual([]);
  });

  it('ignores case and comments when asked to, and takes no string for a comment', () => {
    const compared = { normalizeWhitespace: true, ignoreComments: true, caseSensitive: false };

    expect(contentKey('a("//x"); // one', 'typescript', compared)).toBe(
      contentKey('A("//X") /* two */;', 'typescript', compared),
    );
    expect(contentKey('a("//x")', 'typescript', compared)).not.toBe(contentKey('a("//y")', 'typescript', compared));
    expect(contentKey('x = 1 # one', 'python', compared)).toBe(contentKey('x = 1', 'python', compared));
    expect(contentKey('x = "#a"', 'python', compared)).not.toBe(contentKey('x = "#b"', 'python', compared));
    expect(contentKey(' \n', 'python', compared)).toBeUndefined();
  });

  it('T-016 NFR-016-32: keeps no two ranges that overlap too much, and loses none, for any ranges', () => {
    const range = fc.tuple(
      fc.constantFrom('a.ts', 'b.ts'),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 0, max: 40 }),
    );
    fc.assert(
      fc.property(
        fc.array(range, { maxLength: 40 }),
        fc.constantFrom(0, 0.1, 0.3, 0.5, 1),
        (ranges, overlapThreshold) => {
          const chunks = ranked(
            ...ranges.map(([filePath, startLine, more], index) => ({
              filePath,
              startLine,
              endLine: startLine + more,
              content: `${index}`,
            })),
          );

          const { unique, removed } = deduplicate(chunks, { overlapThreshold });

          // The same by comparing each with each.
          const kept: RankedChunk[] = [];
          for (const chunk of chunks) {
            const isRepeated = kept.some((other) => {
              const isInside = other.startLine <= chunk.startLine && chunk.endLine <= other.endLine;
              const isShared = overlap(other, chunk) > 0 && overlap(other, chunk) >= overlapThreshold;
              return other.filePath === chunk.filePath && (isInside || isShared);
            });
            if (!isRepeated) kept.push(chunk);
          }
          expect(idsOf(unique)).toEqual(idsOf(kept));
          expect(unique.length + removed.length).toBe(chunks.length);
        },
      ),
    );
  });
});
