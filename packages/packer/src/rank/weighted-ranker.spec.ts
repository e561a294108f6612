import { createHash } from 'node:crypto';

import { ErrorCode, type RankedChunk, type SourceType } from '@lexichord/abstractions';
import { RecordingLogger } from '@lexichord/testing';
import fc from 'fast-check';

import { bySourceType, rankWeightsOf } from '../packing-options.js';
import type { SourcedChunk } from '../chunk/source-chunker.js';
import type { RankingContext } from './ranker.js';
import { WeightedRanker } from './weighted-ranker.js';
import { testPackingOptions } from '../test-support/packing-options.js';

const now = Date.UTC(2026, 5, 1);
const dayMs = 86_400_000;
const { ranking, sourcePriority } = testPackingOptions();
const defaults = { weights: rankWeightsOf(ranking), priorities: bySourceType(sourcePriority) };

const aChunk = (given: Partial<SourcedChunk> & { readonly content?: string } = {}): SourcedChunk => {
  const { filePath = 'src/a.ts', startLine = 1, content = 'text' } = given;
  const hash = createHash('sha256').update(content, 'utf16le').digest('hex');
  return {
    id: `${filePath}:${startLine}-${startLine + 9}@${hash.slice(0, 8)}`,
    filePath,
    startLine,
    endLine: startLine + 9,
    content,
    tokenCount: 10,
    kind: 'function',
    enclosing: [],
    definitions: [],
    language: 'typescript',
    sourceType: 'search-result',
    ...given,
  };
};

const aContext = (given: Partial<RankingContext> = {}): RankingContext => ({
  task: 'OAuth login',
  weights: defaults.weights,
  priorities: defaults.priorities,
  relevance: 'auto',
  nowMs: now,
  ...given,
});

const rank = (
  chunks: readonly SourcedChunk[],
  context: Partial<RankingContext> = {},
): Promise<readonly RankedChunk[]> => new WeightedRanker(new RecordingLogger()).rank(chunks, aContext(context));

const contents = (chunks: readonly RankedChunk[]): readonly string[] => chunks.map(({ content }) => content);

describe('WeightedRanker', () => {
  it('T-016 Should_Rank_By_Relevance_Score, AC-068: puts chunks with more of the keywords first', async () => {
    const task = 'oauth login token refresh session';
    const few = aChunk({ content: 'the session' });
    const all = aChunk({ content: 'session, refresh of the token; oauth login' });

    const ranked = await rank([few, all], { task });

    expect(contents(ranked)).toEqual([all.content, few.content]);
    expect(ranked.map(({ factors }) => factors.relevance)).toEqual([1, 0.2]);
    expect(ranked.map((chunk) => chunk.rank)).toEqual([1, 2]);
    expect(ranked[1]?.matchedKeywords).toEqual(['session']);
  });

  it('T-016 AC-073: a chunk with every keyword, in whatever case, has relevance 1', async () => {
    const ranked = await rank([aChunk({ content: 'function LOGIN(provider: oauth) {}' })]);

    expect(ranked[0]).toMatchObject({ factors: { relevance: 1 }, matchedKeywords: ['auth', 'login', 'oauth'] });
  });

  it('T-016 AC-071: a keyword is found in whatever case', async () => {
    const texts = ['oauth', 'OAUTH', 'OAuth', 'oAuTh'];

    const ranked = await rank(
      texts.map((content) => aChunk({ content })),
      { task: 'OAuth' },
    );

    expect(ranked.map(({ factors }) => factors.relevance > 0)).toEqual([true, true, true, true]);
  });

  it('T-016 Should_Handle_Zero_Relevance, AC-072: a chunk without keywords has relevance 0 and is ranked last', async () => {
    const [first, last] = await rank([aChunk({ content: 'blogin soauth' }), aChunk({ content: 'login' })]);

    expect(first?.factors.relevance).toBeGreaterThan(0);
    expect(last).toMatchObject({ factors: { relevance: 0 }, matchedKeywords: [], rank: 2 });
    expect(last?.rankScore).toBeCloseTo(0.2 * 0.6, 12);
  });

  it('takes the names around a chunk for a part of it', async () => {
    const [chunk] = await rank([aChunk({ content: 'return this.token;', enclosing: ['class OAuthLogin'] })]);

    expect(chunk?.factors.relevance).toBe(1);
  });

  it('has no relevance to give when the task has no words', async () => {
    const ranked = await rank([aChunk(), aChunk({ content: 'other' })], { task: ' … ' });

    expect(ranked.map(({ factors }) => factors.relevance)).toEqual([0, 0]);
  });

  it('T-016 FR-016-25: takes the score that a source has given, within 0 and 1, unless keywords are asked for', async () => {
    const scored = [0.4, 7, -1, Number.NaN].map((relevanceScore, index) =>
      aChunk({ relevanceScore, startLine: index * 100 + 1, content: 'login' }),
    );
    const relevances = async (relevance: 'auto' | 'keyword'): Promise<readonly (number | undefined)[]> => {
      const ranked = await rank(scored, { relevance });
      return scored.map(({ startLine }) => ranked.find((one) => one.startLine === startLine)?.factors.relevance);
    };

    expect(await relevances('auto')).toEqual([0.4, 1, 0, 1 / 3]);
    expect(await relevances('keyword')).toEqual([1 / 3, 1 / 3, 1 / 3, 1 / 3]);
  });

  it('T-016 Should_Rank_By_Recency, AC-078: puts what was changed today before what is a month old', async () => {
    const old = aChunk({ filePath: 'old.ts', modifiedMs: now - 30 * dayMs });
    const young = aChunk({ filePath: 'young.ts', modifiedMs: now - 60_000 });

    const ranked = await rank([old, young]);

    expect(ranked.map(({ filePath }) => filePath)).toEqual(['young.ts', 'old.ts']);
    expect(ranked.map(({ changedMs }) => changedMs)).toEqual([now - 60_000, now - 30 * dayMs]);
  });

  it('T-016 Should_Handle_Missing_Recency, AC-085: what has no time has recency 0', async () => {
    const [chunk] = await rank([aChunk()]);

    expect(chunk?.factors.recency).toBe(0);
    expect(chunk?.changedMs).toBeUndefined();
  });

  it('T-016 Should_Rank_By_Source_Priority, FR-016-57: tools before open files before found ones before references', async () => {
    const types: readonly SourceType[] = ['reference', 'search-result', 'open-file', 'tool-result'];

    const ranked = await rank(types.map((sourceType) => aChunk({ sourceType })));

    expect(ranked.map(({ sourceType, factors }) => [sourceType, factors.source])).toEqual([
      ['tool-result', 1],
      ['open-file', 0.8],
      ['search-result', 0.6],
      ['reference', 0.4],
    ]);
  });

  it.each([
    ['FR-016-63', 'tool-result', 1],
    ['FR-016-64', 'open-file', 0.8],
    ['FR-016-65', 'search-result', 0.6],
    ['FR-016-66', 'reference', 0.4],
  ] as const)('T-016 %s: by default a source of the kind %s is worth %d', async (_id, sourceType, worth) => {
    const [chunk] = await rank([aChunk({ sourceType })]);

    expect(chunk?.factors.source).toBe(worth);
  });

  it('T-016 FR-016-62: takes the priorities that are configured', async () => {
    const priorities = { ...defaults.priorities, reference: 95 };

    const ranked = await rank([aChunk(), aChunk({ sourceType: 'reference' })], { priorities });

    expect(ranked.map(({ factors }) => factors.source)).toEqual([0.95, 0.6]);
  });

  it('T-016 Should_Combine_Scores_Weighted, AC-091: half relevance, three tenths recency, a fifth source', async () => {
    const [chunk] = await rank([aChunk({ relevanceScore: 0.95, timestampMs: now, sourceType: 'open-file' })]);

    expect(chunk?.rankScore).toBeCloseTo(0.95 * 0.5 + 1 * 0.3 + 0.8 * 0.2, 12);
    expect(chunk?.factors).toEqual({ relevance: 0.95, recency: 1, source: 0.8 });
  });

  it.each([
    ['FR-016-59', 'relevance', 0.5],
    ['FR-016-60', 'recency', 0.3],
    ['FR-016-61', 'source', 0.2],
  ] as const)('T-016 %s: the weight of %s is %d by default', async (_id, factor, weight) => {
    const only = { ...{ relevance: 0, recency: 0, source: 0 }, [factor]: 1 };
    const priorities = { ...defaults.priorities, 'search-result': only.source * 100 };
    const timestampMs = only.recency === 1 ? now : undefined;

    const [chunk] = await rank([aChunk({ relevanceScore: only.relevance, timestampMs })], { priorities });

    expect(chunk?.rankScore).toBeCloseTo(weight, 12);
  });

  it('T-016 Should_Apply_Custom_Weights, FR-016-58: other weights give another order', async () => {
    const relevant = aChunk({ filePath: 'relevant.ts', relevanceScore: 1 });
    const recent = aChunk({ filePath: 'recent.ts', relevanceScore: 0, timestampMs: now });
    const first = async (relevance: number): Promise<string | undefined> =>
      (await rank([relevant, recent], { weights: { relevance, recency: 1 - relevance, source: 0 } }))[0]?.filePath;

    expect([await first(0.7), await first(0.3)]).toEqual(['relevant.ts', 'recent.ts']);
  });

  it('T-016 Should_Handle_Equal_Scores, AC-094: equal chunks keep the order they came in', async () => {
    const chunks = Array.from({ length: 50 }, (_unused, index) => aChunk({ filePath: `f${(index * 7) % 50}.ts` }));

    const ranked = await rank(chunks);

    expect(ranked.map(({ filePath }) => filePath)).toEqual(chunks.map(({ filePath }) => filePath));
  });

  it.each([
    ['do not sum to 1', { relevance: 0.5, recency: 0.3, source: 0.3 }],
    ['are below 0', { relevance: 1.2, recency: -0.2, source: 0 }],
    ['are no numbers', { relevance: Number.NaN, recency: 0.5, source: 0.5 }],
  ])('T-016 AC-129: refuses weights that %s', async (_name, weights) => {
    await expect(rank([], { weights })).rejects.toMatchObject({
      code: ErrorCode.invalidArgument,
      message: expect.stringContaining('Set all three.') as string,
    });
  });

  it('takes weights that sum to 1 but for the last binary digit', async () => {
    expect(0.3 + 0.6 + 0.1).not.toBe(1);
    const weights = { relevance: 0.3, recency: 0.6, source: 0.1 };

    const [chunk] = await rank([aChunk({ relevanceScore: 1, timestampMs: now, sourceType: 'tool-result' })], {
      weights,
    });

    expect(chunk?.rankScore).toBeLessThanOrEqual(1);
    expect(chunk?.rankScore).toBeCloseTo(1, 9);
  });

  it('gives what a chunk was, with its rank, and nothing that only its source said', async () => {
    const chunk = aChunk({
      symbol: 'f',
      part: { index: 1, count: 2 },
      timestampMs: 5,
      relevanceScore: 0,
      modifiedMs: 9,
    });
    const { timestampMs, relevanceScore, modifiedMs, ...kept } = chunk;

    const [ranked] = await rank([chunk]);

    expect([timestampMs, relevanceScore, modifiedMs]).toEqual([5, 0, 9]);
    expect(ranked).toEqual({
      ...kept,
      rank: 1,
      rankScore: expect.any(Number) as number,
      factors: expect.any(Object) as object,
      matchedKeywords: [],
      changedMs: 5,
    });
  });

  it('T-016 FR-016-70: logs the factors of the best, without content', async () => {
    const log = new RecordingLogger();
    const chunks = Array.from({ length: 20 }, (_unused, index) => aChunk({ content: `secret login ${index}` }));

    await new WeightedRanker(log).rank(chunks, aContext());

    expect(log.lines).toHaveLength(11);
    expect(log.lines[0]?.fields).toEqual({
      chunkCount: 20,
      keywordCount: 3,
      relevance: 0.5,
      recency: 0.3,
      source: 0.2,
    });
    expect(log.lines[1]?.fields).toEqual({
      rank: 1,
      filePath: 'src/a.ts',
      startLine: 1,
      endLine: 10,
      rankScore: expect.any(Number) as number,
      relevance: 1 / 3,
      recency: 0,
      source: 0.6,
    });
    expect(JSON.stringify(log.lines)).not.toContain('secret');
  });

  it('T-016 NFR-016-20: ends with the signal’s reason, before the work and in the middle of it', async () => {
    const controller = new AbortController();
    const ranker = new WeightedRanker(new RecordingLogger());
    const large = Array.from({ length: 5 }, () => aChunk({ content: 'login '.repeat(1_000_000) }));
    const running = ranker.rank(large, aContext(), { signal: controller.signal });
    controller.abort();

    await expect(running).rejects.toBe(controller.signal.reason);
    await expect(ranker.rank([], aContext(), { signal: controller.signal })).rejects.toBe(controller.signal.reason);
  });

  describe('for whatever chunks there are', () => {
    const someChunk = fc.record({
      filePath: fc.constantFrom('a.ts', 'b.ts', 'c.ts'),
      startLine: fc.integer({ min: 1, max: 9 }),
      content: fc.oneof(fc.constantFrom('OAuth', 'login()', 'x', ''), fc.string({ unit: 'binary' })),
      sourceType: fc.constantFrom<SourceType>('tool-result', 'open-file', 'search-result', 'reference'),
      relevanceScore: fc.option(fc.double(), { nil: undefined }),
      timestampMs: fc.option(fc.double(), { nil: undefined }),
      modifiedMs: fc.option(fc.double(), { nil: undefined }),
    });
    const someChunks = fc.array(
      someChunk.map((given) => aChunk(given)),
      { maxLength: 12 },
    );
    const someWeights = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })).map(([a, b]) => ({
      relevance: Math.min(a, b) / 100,
      recency: Math.abs(a - b) / 100,
      source: 1 - Math.max(a, b) / 100,
    }));

    it('T-016 Should_Normalize_Scores, FR-016-67: every score and factor is within 0 and 1, best first', async () => {
      await fc.assert(
        fc.asyncProperty(someChunks, someWeights, fc.string({ unit: 'binary' }), async (chunks, weights, task) => {
          const ranked = await rank(chunks, { weights, task });

          const numbers = ranked.flatMap(({ rankScore, factors: { relevance, recency, source } }) => [
            ...[rankScore, relevance, recency, source],
          ]);
          expect(numbers.every((number) => number >= 0 && number <= 1)).toBe(true);
          const scores = ranked.map(({ rankScore }) => rankScore);
          expect(scores).toEqual(scores.toSorted((left, right) => right - left));
          expect(ranked).toHaveLength(chunks.length);
        }),
      );
    });

    it.each([
      ['AC-067', 'relevance'],
      ['AC-077', 'recency'],
    ] as const)('T-016 %s: the %s is within 0 and 1', async (_id, factor) => {
      await fc.assert(
        fc.asyncProperty(someChunks, fc.string({ unit: 'binary' }), async (chunks, task) => {
          for (const { factors } of await rank(chunks, { task })) {
            expect(factors[factor]).toBeGreaterThanOrEqual(0);
            expect(factors[factor]).toBeLessThanOrEqual(1);
          }
        }),
      );
    });

    it('T-016 AC-093: the highest score comes first', async () => {
      await fc.assert(
        fc.asyncProperty(someChunks, someWeights, async (chunks, weights) => {
          const scores = (await rank(chunks, { weights })).map(({ rankScore }) => rankScore);

          expect(scores).toEqual(scores.toSorted((left, right) => right - left));
        }),
      );
    });

    it('T-016 FR-016-69: the order is that of the chunks, not of their arrival', async () => {
      const key = (chunk: SourcedChunk): string => JSON.stringify(chunk);
      const inOrder = (chunks: readonly SourcedChunk[]): readonly SourcedChunk[] =>
        chunks.toSorted((left, right) => (key(left) < key(right) ? -1 : 1));
      await fc.assert(
        fc.asyncProperty(someChunks, fc.infiniteStream(fc.nat()), async (chunks, numbers) => {
          const shuffled = chunks
            .map((chunk) => ({ chunk, place: numbers.next().value as number }))
            .sort((left, right) => left.place - right.place)
            .map(({ chunk }) => chunk);
          const ranker = new WeightedRanker(new RecordingLogger());
          await ranker.rank(shuffled, aContext({ task: 'something else that is remembered' }));

          expect(await ranker.rank(inOrder(shuffled), aContext())).toEqual(await rank(inOrder(chunks)));
        }),
      );
    });
  });

  it('ends for tasks of many or long words and texts of one word', async () => {
    const tasks = [
      'login',
      Array.from({ length: 300 }, (_unused, index) => `word${index}`).join(' '),
      'a'.repeat(50_000),
    ];
    const texts = [
      'login'.repeat(20_000),
      'aaaa '.repeat(20_000),
      'a_'.repeat(50_000),
      '_'.repeat(100_000),
      'A'.repeat(100_000),
    ];

    for (const task of tasks)
      expect(
        await rank(
          texts.map((content) => aChunk({ content })),
          { task },
        ),
      ).toHaveLength(5);
  });
});
