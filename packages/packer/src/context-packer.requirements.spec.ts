import { AsyncLocalStorage } from 'node:async_hooks';

import { type ContextSource, ErrorCode, type PackedContext, packingBudgetOf } from '@lexichord/abstractions';
import { RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import { IFormatter, type Layout } from './format/formatter.js';
import { TestPacker } from './test-support/a-packer.js';

/** No language of theirs has a parser to start. */
const files = {
  'src/user.txt': `export function getUser(id: number): string {\n  return 'user ' + id;\n}\n`,
  'src/login.txt': `export function loginWithOAuth(token: string): boolean {\n  return token.length > 3;\n}\n`,
  'notes.md': '# Notes\n\nThe login needs a token.\n',
};
const sources = Object.entries(files).map(([filePath, content]): ContextSource => {
  return { sourceType: 'open-file', filePath, content };
});
const counter = new BpeTokenCounter({ encoding: 'o200k_base' });

describe('a pack as T-016 requires it', () => {
  let test: TestPacker;

  beforeEach(() => {
    test = new TestPacker(files);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await test.dispose();
  });

  const pack = (tokens = 10_000, given = sources): Promise<PackedContext> =>
    test.packer.pack(given, packingBudgetOf(tokens), { task: 'login with OAuth' });

  it('T-016 FR-016-03: packs into the budget that it is given', async () => {
    const [small, large] = [await pack(70), await pack(1_000)];

    expect([small.availableTokens, large.availableTokens]).toEqual([70, 1_000]);
    expect(small.totalTokens).toBeLessThanOrEqual(70);
    expect(small.includedChunks.length).toBeLessThan(large.includedChunks.length);
  });

  it('T-016 FR-016-06: gives a text with the lines of every chunk', async () => {
    const { content } = await pack();

    for (const text of Object.values(files)) expect(content).toContain(text.trimEnd());
  });

  it('T-016 FR-016-07: gives the number of tokens of the text', async () => {
    const { content, totalTokens } = await pack();

    expect(totalTokens).toBe(counter.countTokens(content));
    expect(totalTokens).toBeGreaterThan(0);
  });

  it('T-016 FR-016-08: lists the chunks that the text shows', async () => {
    const { content, includedChunks } = await pack(70);

    const listed = includedChunks.map((chunk) => `### ${chunk.filePath} (lines ${chunk.startLine}-${chunk.endLine})`);
    expect(listed).not.toEqual([]);
    expect(content.match(/^### .*$/gmu)).toEqual(listed);
  });

  it('T-016 FR-016-09: lists the chunks that the text does not show', async () => {
    const { content, includedChunks, excludedChunks } = await pack(70);

    const paths = [...includedChunks, ...excludedChunks].map(({ filePath }) => filePath);
    expect(paths.toSorted()).toEqual(Object.keys(files).toSorted());
    expect(excludedChunks).not.toEqual([]);
    for (const { filePath } of excludedChunks) expect(content).not.toContain(filePath);
  });

  /** Has the packer use a layout that gives one text for everything. */
  const formatAs = (text: string): jest.Mock => {
    const format = jest.fn(() => text);
    const layout: Layout = { format, measure: () => 1, frameTokens: 0, warnings: [] };
    const formatter: IFormatter = {
      layout: () => Promise.resolve(layout),
      changedFiles: () => Promise.resolve([]),
      undecodedFiles: () => Promise.resolve([]),
    };
    test.container.register(IFormatter, { useValue: formatter });
    return format;
  };

  it('T-016 FR-016-12: a preview formats nothing', async () => {
    const format = formatAs('the text');

    const preview = await test.packer.preview(sources, packingBudgetOf(10_000), { task: 'login' });

    expect(preview.includedChunks).toHaveLength(3);
    expect(format).not.toHaveBeenCalled();
  });

  it('estimates in a preview what the beginning of a chunk takes where nothing fits whole', async () => {
    const one = sources.slice(0, 1);
    const tokens = (await pack(10_000, one)).totalTokens - 1;

    const preview = await test.packer.preview(one, packingBudgetOf(tokens), { task: 'login with OAuth' });

    expect(preview.includedChunks).toMatchObject([{ isTruncated: true }]);
    expect(Math.abs(preview.estimatedTokens - (await pack(tokens, one)).totalTokens)).toBeLessThanOrEqual(8);
  });

  it('T-016 FR-016-138: counts what stands around the lines, and leaves it room in the budget', async () => {
    const one = sources.slice(0, 1);
    const whole = await pack(10_000, one);
    const [chunk] = whole.includedChunks;

    expect(whole.totalTokens).toBeGreaterThan(counter.countTokens(chunk?.content ?? '') + 5);
    expect((await pack(whole.totalTokens - 1, one)).content).not.toBe(whole.content);
  });

  it('T-016 AC-139: logs a text above the budget as an error, with both numbers', async () => {
    formatAs('far too long');

    await expect(pack(1)).rejects.toMatchObject({ code: ErrorCode.budgetExceeded });
    expect(test.log.lines.filter(({ level }) => level === 'error')[0]?.fields).toEqual({
      totalTokens: counter.countTokens('far too long'),
      availableTokens: 1,
    });
  });

  it('T-016 NFR-016-30: gives the same for the same, in another packer too', async () => {
    const other = new TestPacker(files);
    const one = await pack(70);
    const same = await other.packer.pack(sources, packingBudgetOf(70), { task: 'login with OAuth' });
    await other.dispose();

    const comparable = ({ content, includedChunks, excludedChunks }: PackedContext): unknown => {
      return { content, includedChunks, excludedChunks };
    };
    expect(comparable(same)).toEqual(comparable(one));
  });

  it('T-016 NFR-016-56: logs what its stages do at debug', async () => {
    await pack();

    const atDebug = test.log.lines.filter(({ level }) => level === 'debug').map(({ source }) => source);
    expect(atDebug).toEqual(expect.arrayContaining(['StructuralChunker', 'ContextPacker', 'WeightedRanker']));
  });

  it('T-016 AC-140: logs how many chunks were left out as repetition, at debug', async () => {
    const [notes] = sources.slice(-1);
    test.files.setUnsavedContent('copy.md', files['notes.md']);
    await pack(10_000, [...sources, { ...(notes as ContextSource), filePath: 'copy.md' }]);

    expect(test.log.lines.filter(({ level }) => level === 'debug')).toContainEqual(
      expect.objectContaining({ fields: { duplicates: 1, overlaps: 0, chunks: 4 } }),
    );
  });

  it('T-016 NFR-016-64: has constant templates and names every value in them', async () => {
    await pack();
    const other = new TestPacker(files);
    await other.packer.pack(sources, packingBudgetOf(5_000), { task: 'something else' });
    await other.dispose();

    expect(other.log.templates()).toEqual(test.log.templates());
    for (const { template, fields } of test.log.lines) {
      const named = [...template.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      expect(Object.keys(fields)).toEqual(expect.arrayContaining(named));
    }
  });

  it('T-016 NFR-016-65: has one correlation id in all lines of a pack, and another one in those of the next', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    jest
      .spyOn(RecordingLogger.prototype, 'withCorrelation')
      .mockImplementation(<T>(id: string, work: () => T): T => storage.run(id, work));
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      jest.spyOn(RecordingLogger.prototype, level).mockImplementation(() => void seen.push(storage.getStore()));
    }

    await Promise.all([pack(), pack()]);

    expect(seen.length).toBeGreaterThan(4);
    expect(new Set(seen).size).toBe(2);
    expect(seen).not.toContain(undefined);
  });

  it.each<[string, string, (packed: PackedContext) => number]>([
    ['NFR-016-58', 'DurationMs', ({ stats }) => stats.timingsMs.total],
    ['NFR-016-59', 'Chunks.Included', ({ includedChunks }) => includedChunks.length],
    ['NFR-016-60', 'Tokens', ({ totalTokens }) => totalTokens],
    ['NFR-016-61', 'BudgetUse', ({ totalTokens, availableTokens }) => totalTokens / availableTokens],
    ['NFR-016-62', 'Duplicates', () => 1],
    ['NFR-016-63', 'CacheHitRate', () => 0.75],
  ])('T-016 %s: measures %s', async (_id, name, valueIn) => {
    await pack();
    test.metrics.measurements.length = 0;
    const copy: ContextSource = { sourceType: 'tool-result', filePath: 'tool:cat', content: files['src/user.txt'] };

    const packed = await pack(10_000, [...sources, copy]);

    const measured = test.metrics.measurements.filter((one) => one.name === `Agents.Context.Packing.${name}`);
    expect(measured.map(({ value }) => value)).toEqual([valueIn(packed)]);
  });

  it('gives different files two fifths of a small pack, and the rest to the best hits', async () => {
    const linesOf = (name: string, from: number): string =>
      Array.from({ length: 12 }, (_, index) => `${name} takes token ${from + index} of the login.\n`).join('');
    const others = Array.from({ length: 30 }, (_, index) => [`f${index}.txt`, linesOf(`f${index}`, 1)] as const);
    const best = [1, 13, 25].map((startLine) => ({ startLine, content: linesOf('best', startLine) }));
    const hits = [
      ...best.map((lines) => ({ filePath: 'best.txt', ...lines, relevanceScore: 0.9 })),
      ...others.map(([filePath, content]) => ({ filePath, content, startLine: 1, relevanceScore: 0.8 })),
    ].map(({ startLine, ...hit }): ContextSource => {
      return {
        ...hit,
        sourceType: 'search-result',
        lineRange: { startLine, endLine: startLine + 11 },
        isSearchHit: true,
      };
    });
    const own = new TestPacker({
      'best.txt': best.map(({ content }) => content).join(''),
      ...Object.fromEntries(others),
    });

    const { includedChunks } = await own.packer.pack(hits, packingBudgetOf(1_000), { task: 'login' });
    await own.dispose();

    const bodies = includedChunks.filter(({ detailLevel = 'body' }) => detailLevel === 'body');
    const ofBest = bodies.filter(({ filePath }) => filePath === 'best.txt');
    expect(ofBest.map(({ startLine }) => startLine)).toEqual([1, 13, 25]);
    expect(bodies.length).toBeGreaterThan(4);
  });
});
