import type { ChunkRecord } from '../corpus/chunk-record.js';
import { aCorpus, wordCountsOf } from '../test-support/a-corpus.js';
import { aRecord } from '../test-support/a-record.js';
import { MemoryCandidates } from '../query/memory-candidates.js';
import { understandQuery } from '../query/understand-query.js';
import { relatednessOf, sharedNames } from './related-signal.js';

/** A chunk that defines names and has words. */
interface GivenChunk {
  readonly defines?: readonly string[];
  readonly has?: readonly string[];
  /** Of the ranking without relations. 0 by default. */
  readonly score?: number;
}

/** Chunks without a word, with which an index is large enough to be trusted. */
const others: Readonly<Record<string, GivenChunk>> = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [`other/${index}.ts`, {}]),
);

/** What is related to the best ones, by file; every file is one chunk. */
async function relatedFiles(
  chunks: Readonly<Record<string, GivenChunk>>,
  rest = others,
): Promise<Record<string, number>> {
  const entries = Object.entries({ ...chunks, ...rest }).map(([filePath, { defines = [], has = [], score = 0 }]) => {
    const definitions = defines.map((name, index) => ({ name, kind: 'function' as const, line: index + 1 }));
    const words = wordCountsOf([...defines, ...has].map((word) => word.toLowerCase()));
    const language = filePath.endsWith('.md') ? 'markdown' : 'typescript';
    return { record: aRecord({ filePath, definitions, language }), words, score };
  });
  const corpus = aCorpus(entries, 2);
  const scores = new Map(entries.map(({ record, score }) => [record.filePath, score]));
  const scoreOf = ({ filePath }: ChunkRecord): number => scores.get(filePath) ?? 0;
  const found = corpus.records.map((record, document) => ({ document, record, words: 0, meaning: 0, place: 0 }));
  const ranked = corpus.records
    .map((record) => ({ record, score: scoreOf(record), relevance: scoreOf(record), parts: [] }))
    .toSorted((a, b) => b.score - a.score);
  const index = new MemoryCandidates(corpus);
  const nothing = { asked: understandQuery(''), vector: undefined, fusionWeight: 0, filter: {} };
  const names = await sharedNames({ ...(await index.find(nothing, {})), found }, {});
  return Object.fromEntries(
    [...relatednessOf(ranked, names, index)].map(([record, value]) => [record.filePath, value]),
  );
}

/** Strengths add up without end, relatedness ends at 1. */
const ofStrength = (sum: number): number => expect.closeTo(sum / (sum + 0.01), 10) as number;

describe('relatednessOf', () => {
  it('relates what a best chunk uses, and what uses it, to the best chunk', async () => {
    const related = await relatedFiles({
      'best.ts': { defines: ['sendInvoice'], has: ['roundTotal'], score: 1 },
      'used.ts': { defines: ['roundTotal'] },
      'user.ts': { defines: ['closeMonth'], has: ['sendInvoice'] },
      'apart.ts': { defines: ['paintWall'], has: ['brush'] },
    });

    expect(related).toEqual({ 'used.ts': ofStrength(1 / 2), 'user.ts': ofStrength(1 / 2) });
  });

  it('takes no prose for a user or for what is used', async () => {
    const related = await relatedFiles({
      'best.ts': { defines: ['sendInvoice'], has: ['roundTotal'], score: 1 },
      'guide.md': { defines: ['roundTotal'], has: ['sendInvoice'] },
    });

    expect(related).toEqual({});
  });

  it('says less by a name that many chunks define or have', async () => {
    const related = await relatedFiles({
      'best.ts': { defines: [], has: ['openDoor', 'readFile', 'logLine'], score: 1 },
      'rare.ts': { defines: ['openDoor'] },
      'one.ts': { defines: ['readFile'] },
      'two.ts': { defines: ['readFile'] },
      'logger.ts': { defines: ['logLine'] },
      'a.ts': { has: ['logLine'] },
      'b.ts': { has: ['logLine'] },
    });

    expect(related).toEqual({
      'rare.ts': ofStrength(1 / 2),
      'logger.ts': ofStrength(1 / 4),
      'one.ts': ofStrength(1 / 3 / 2),
      'two.ts': ofStrength(1 / 3 / 2),
    });
  });

  it('weighs a relation by the score of the best chunk, and adds up several', async () => {
    const related = await relatedFiles({
      'first.ts': { has: ['openDoor', 'shutDoor'], score: 2 },
      'second.ts': { has: ['openDoor', 'lockDoor'], score: 1 },
      'open.ts': { defines: ['openDoor'] },
      'shut.ts': { defines: ['shutDoor'] },
      'lock.ts': { defines: ['lockDoor'] },
    });

    expect(related).toEqual({
      'open.ts': ofStrength(1 / 3 + (1 / 3) * (1 / 2)),
      'shut.ts': ofStrength(1 / 2),
      'lock.ts': ofStrength((1 / 2) * (1 / 2)),
    });
  });

  it('takes no name for a use that both define, none that is nearly everywhere, and none from a chunk without a score', async () => {
    const everywhere = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`other${index}.ts`, { has: ['logLine'] }]),
    );

    const related = await relatedFiles({
      'best.ts': { defines: ['render'], has: ['logLine'], score: 1 },
      'override.ts': { defines: ['render'] },
      'logger.ts': { defines: ['logLine'] },
      'silent.ts': { has: ['paintWall'] },
      'wall.ts': { defines: ['paintWall'] },
      ...everywhere,
    });

    expect(related).toEqual({});
  });

  it('says little in a small index', async () => {
    const chunks = { 'best.ts': { has: ['roundTotal'], score: 1 }, 'used.ts': { defines: ['roundTotal'] } };

    expect((await relatedFiles(chunks, {}))['used.ts']).toBeCloseTo((2 / 500) * (0.5 / 0.51), 10);
  });

  it('finds nothing where nothing was found', async () => {
    expect(await relatedFiles({}, {})).toEqual({});
  });
});
