import {
  type ContextSource,
  ErrorCode,
  IContextPacker,
  LexichordError,
  type PackOptions,
  type PackedContext,
  type PackingBudget,
  type SourceLoadOptions,
  isLexichordError,
  packStages,
  packingBudgetOf,
} from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import fc from 'fast-check';

import { IFormatter, type Layout } from './format/formatter.js';
import { type PackerSetup, TestPacker } from './test-support/a-packer.js';

const user = `export function getUser(id: number): string {\n  return 'user ' + id;\n}\n`;
const login = `export function loginWithOAuth(token: string): boolean {\n  return token.length > 3;\n}\n`;
const notes = '# Notes\n\nThe login needs a token.\n';
const files = { 'src/user.ts': user, 'src/login.ts': login, 'notes.md': notes };

type FileName = keyof typeof files;

function sourceOf(filePath: FileName, given: Partial<ContextSource> = {}): ContextSource {
  return { sourceType: 'open-file', filePath, content: files[filePath], ...given };
}

const all = (Object.keys(files) as FileName[]).map((path) => sourceOf(path));
const wide = packingBudgetOf(10_000);

describe('ContextPacker', () => {
  const opened: TestPacker[] = [];
  const aPacker = (setup?: PackerSetup, own: Readonly<Record<string, string>> = files): TestPacker => {
    const packer = new TestPacker(own, setup);
    opened.push(packer);
    return packer;
  };
  const pack = (
    sources: Iterable<ContextSource> = all,
    budget: PackingBudget = wide,
    options: Partial<PackOptions> = {},
  ): Promise<PackedContext> => aPacker().packer.pack(sources, budget, { task: 'login with OAuth', ...options });

  afterAll(() => Promise.all(opened.map((packer) => packer.dispose())));

  it('T-016 FR-016-02: packs sources within a budget into text, with its tokens and what was left out (Should_Orchestrate_Full_Pipeline)', async () => {
    const packed = await pack([...all, sourceOf('notes.md', { sourceType: 'reference' })]);

    expect(packed.content).toContain('### src/login.ts (lines 1-3)\n```typescript\nexport function loginWithOAuth');
    expect(packed.totalTokens).toBe(new TestPacker(files).counter.countTokens(packed.content));
    expect(packed.availableTokens).toBe(10_000);
    expect(packed.includedChunks.map(({ filePath }) => filePath)).toEqual(['src/login.ts', 'notes.md', 'src/user.ts']);
    expect(packed.excludedChunks).toEqual([]);
    expect(packed).toMatchObject({ partial: false, rejectedSources: [], warnings: [] });
    expect(packed.stats).toMatchObject({
      sources: 4,
      repeatedSources: 1,
      chunks: 3,
      includedChunks: 3,
      excludedChunks: 0,
    });
  });

  it('T-016 FR-016-11: a preview takes what a pack takes, and formats nothing', async () => {
    const { packer } = aPacker();

    const preview = await packer.preview(all, packingBudgetOf(50), { task: 'login' });
    const packed = await packer.pack(all, packingBudgetOf(50), { task: 'login' });

    expect(preview).not.toHaveProperty('content');
    expect(preview.includedChunks).toEqual(packed.includedChunks);
    expect(preview.excludedChunks).toEqual(packed.excludedChunks);
    expect(preview.stats.timingsMs.format).toBe(0);
    expect(Math.abs(preview.estimatedTokens - packed.totalTokens)).toBeLessThanOrEqual(8);
  });

  it('T-016 FR-016-14: tells what it has done', async () => {
    const { packer } = aPacker();
    expect(await packer.getStats()).toEqual({ packs: 0, partialPacks: 0, meanBudgetUse: 0, cacheHitRate: 0 });

    await packer.pack(all, wide, { task: 'login' });
    const last = await packer.pack(all, wide, { task: 'other' });

    expect(await packer.getStats()).toEqual({
      packs: 2,
      partialPacks: 0,
      meanBudgetUse: last.totalTokens / 10_000,
      cacheHitRate: 0.5,
      lastPack: last.stats,
    });
  });

  it('T-016 AC-010: is one service in its container', () => {
    const { container, packer } = aPacker();

    expect(packer).toBe(resolveToken(container, IContextPacker));
  });

  it.each([
    ['AC-016', 'no source', []],
    ['AC-120', 'only an empty file', [{ sourceType: 'open-file' as const, filePath: 'empty.ts', content: '' }]],
  ])('T-016 %s: gives an empty context for %s', async (_id, _what, sources) => {
    const { packer } = aPacker({}, { 'empty.ts': '' });

    expect(await packer.pack(sources, wide, { task: 'x' })).toMatchObject({
      content: '',
      totalTokens: 0,
      includedChunks: [],
      excludedChunks: [],
    });
  });

  it('T-016 AC-134: gives an empty context when every source is rejected, and says why', async () => {
    const packed = await pack([
      sourceOf('src/user.ts', { filePath: '../x.ts' }),
      sourceOf('src/user.ts', { filePath: 'gone.ts' }),
    ]);

    expect(packed).toMatchObject({ content: '', totalTokens: 0 });
    expect(packed.rejectedSources.map(({ reason }) => reason)).toEqual([ErrorCode.pathDenied, ErrorCode.notFound]);
  });

  it('T-016 AC-017: refuses a missing list, and a budget that is none', async () => {
    const { packer } = aPacker();
    const codeOf = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => 'no error',
        (error: unknown) => (isLexichordError(error) ? error.code : error),
      );

    expect(await codeOf(packer.pack(null as never, wide, { task: '' }))).toBe(ErrorCode.invalidArgument);
    expect(await codeOf(packer.pack([], null as never, { task: '' }))).toBe(ErrorCode.invalidArgument);
    expect(await codeOf(packer.pack([], packingBudgetOf(-1), { task: '' }))).toBe(ErrorCode.invalidArgument);
  });

  it('T-016 AC-135: gives an empty context for a budget of 0, and of less than any chunk needs', async () => {
    for (const tokens of [0, 5]) {
      const packed = await pack(all, packingBudgetOf(tokens));

      expect(packed).toMatchObject({ content: '', totalTokens: 0, includedChunks: [] });
      expect(packed.excludedChunks.map(({ reason }) => reason)).toEqual(Array(3).fill('budget-exceeded'));
    }
  });

  it('T-016 AC-057: packs into what the reserves leave', async () => {
    const packed = await pack(all, { totalTokens: 100_000, systemReserve: 8_000, responseReserve: 15_000 });

    expect(packed.availableTokens).toBe(77_000);
  });

  it('T-016 FR-016-15: rejects with the reason of a signal, before and in the middle', async () => {
    const { packer, files: memory, log } = aPacker();
    const reason = new DOMException('Enough.', 'AbortError');
    await expect(packer.pack(all, wide, { task: 'x', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);

    const controller = new AbortController();
    memory.onRead = () => {
      controller.abort(reason);
    };
    await expect(packer.pack(all, wide, { task: 'x', signal: controller.signal })).rejects.toBe(reason);
    await expect(packer.preview(all, wide, { task: 'x', signal: controller.signal })).rejects.toBe(reason);
    await expect(packer.getStats({ signal: controller.signal })).rejects.toBe(reason);
    expect(log.templates('info')).toContain('The pack was cancelled');
  });

  it('T-016 NFR-016-42: goes on without what fails or takes too long, and says that it is partial', async () => {
    const { packer, clock } = aPacker({ packing: { timeoutMs: 60_000 } });
    const slow = {
      name: 'search',
      timeoutMs: 20,
      sourceType: 'search-result' as const,
      load: () => new Promise<never>(() => undefined),
    };
    const failing = { ...slow, name: 'other', timeoutMs: 60_000, load: () => Promise.reject(new TypeError('no')) };

    const packing = packer.pack([...all, slow, failing], wide, { task: 'login' });
    await clock.advanceWhenIdle(20);
    const packed = await packing;

    expect(packed.partial).toBe(true);
    expect(packed.rejectedSources).toMatchObject([
      { filePath: 'search', sourceType: 'search-result', reason: 'timeout' },
      { filePath: 'other', reason: 'io-failed' },
    ]);
    expect((await packer.getStats()).partialPacks).toBe(1);
  });

  it('lists the chunks for which no time was left, and is partial', async () => {
    const { packer, clock } = aPacker({ packing: { timeoutMs: 1_000 } });
    const monotonicMs = clock.monotonicMs.bind(clock);
    let isSelecting = false;
    clock.monotonicMs = () => {
      if (isSelecting) clock.advance(400);
      return monotonicMs();
    };

    const packed = await packer.pack(all, wide, {
      task: 'login',
      onStage: (stage) => (isSelecting = stage === 'select'),
    });

    expect(packed.partial).toBe(true);
    expect(packed.excludedChunks.map(({ reason }) => reason)).toContain('timeout');
    expect(packed.includedChunks).not.toEqual([]);
  });

  it('T-016 NFR-016-41: lists a source that is refused, and is whole without it', async () => {
    const refused = new LexichordError(ErrorCode.pathDenied, 'It is denied.');
    const denied = { name: '.env', sourceType: 'open-file' as const, load: () => Promise.reject(refused) };

    const packed = await aPacker().packer.pack([...all, denied], wide, { task: 'login' });

    expect(packed).toMatchObject({ partial: false, rejectedSources: [{ filePath: '.env', reason: 'path-denied' }] });
  });

  it('warns of what its sources warn of', async () => {
    const old = {
      ...{ name: 'search', sourceType: 'search-result' as const },
      load: ({ onWarning }: SourceLoadOptions) => {
        onWarning?.('The index is old.');
        return Promise.resolve([sourceOf('notes.md')]);
      },
    };

    const packed = await aPacker().packer.pack([old], wide, { task: 'login' });

    expect(packed).toMatchObject({ partial: false, warnings: ['The index is old.'] });
  });

  it('T-016 threat 4: keeps the lines of a secret out of the text, and says which', async () => {
    const token = 'secret:a1B2a1B2';
    const content = `const first = 1;\nconst token = '${token}';\nconst last = 3;\n`;
    const { packer, log } = aPacker({}, { 'src/keys.ts': content });

    const packed = await packer.pack([{ sourceType: 'open-file', filePath: 'src/keys.ts', content }], wide, {
      task: 'token',
    });

    expect(packed.content).toContain('(line 2 not shown)');
    expect(packed.content).toContain('const last = 3;');
    expect(packed.excludedChunks).toMatchObject([
      {
        reason: 'secret',
        startLine: 2,
        endLine: 2,
        detail: 'token on line 2',
        secrets: [{ rule: 'token', place: 'src/keys.ts:2' }],
      },
    ]);
    expect(JSON.stringify([packed, log.lines])).not.toContain(token);
  });

  it('T-016 AC-137: logs start, end and stages, and no content', async () => {
    const { packer, log } = aPacker();

    await packer.pack([...all, sourceOf('src/user.ts', { filePath: '.env' })], wide, { task: 'secret wish' });

    expect(log.templates('info')).toEqual(
      expect.arrayContaining([
        'Packing for a task of {taskLength} characters within {availableTokens} tokens',
        'Packed {includedChunks} of {chunks} chunks into {totalTokens} tokens in {durationMs} ms',
      ]),
    );
    expect(log.templates('debug').length).toBeGreaterThan(2);
    expect(log.templates('warn')).toHaveLength(1);
    expect(JSON.stringify(log.lines)).not.toMatch(/secret wish|getUser|loginWithOAuth/u);
  });

  it('measures latency, chunks, tokens, budget use, duplicates and cache hits, and nothing else', async () => {
    const { packer, metrics } = aPacker();

    await packer.pack(all, wide, { task: 'login' });

    expect([...new Set(metrics.measurements.map(({ name }) => name))].sort()).toEqual(
      [
        'BudgetUse',
        'CacheHitRate',
        'Chunks.Excluded',
        'Chunks.Included',
        'Count',
        'Duplicates',
        'DurationMs',
        'Tokens',
        'TokensSaved',
      ].map((name) => `Agents.Context.Packing.${name}`),
    );
  });

  it('T-016 NFR-016-37: packs a single chunk', async () => {
    const packed = await pack([sourceOf('notes.md')]);

    expect(packed.includedChunks).toHaveLength(1);
    expect(packed.content).toContain('The login needs a token.');
  });

  it('T-016 AC-060: gives no text above the budget, whatever a stage of a host makes of it', async () => {
    const { packer, container, log } = aPacker();
    const layout: Layout = { format: () => 'far too long', measure: () => 1, frameTokens: 0, warnings: [] };
    const nothing = (): Promise<[]> => Promise.resolve([]);
    const formatter = { layout: () => Promise.resolve(layout), changedFiles: nothing, undecodedFiles: nothing };
    container.register(IFormatter, { useValue: formatter });

    await expect(packer.pack(all, packingBudgetOf(1), { task: 'x' })).rejects.toMatchObject({
      code: ErrorCode.budgetExceeded,
    });
    expect(log.templates('error')).toContain(
      'The packed text of {totalTokens} tokens exceeds the budget of {availableTokens}',
    );
  });

  it('tells each stage as it begins', async () => {
    const stages: string[] = [];
    await pack(all, wide, { onStage: (stage) => stages.push(stage) });

    expect([...new Set(stages)].sort()).toEqual([...packStages].sort());
    expect(stages.indexOf('rank')).toBeGreaterThan(stages.indexOf('chunk'));
    expect(stages.at(-1)).toBe('format');
  });

  it('warns when a file changes while it is packed', async () => {
    const { packer, files: memory } = aPacker();

    const packed = await packer.pack(all, wide, {
      task: 'login',
      onStage: (stage) => {
        if (stage === 'select') memory.setUnsavedContent('src/login.ts', `// new\n${login}`);
      },
    });

    expect(packed.warnings).toEqual([
      'src/login.ts changed while it was packed: its lines may have other numbers now.',
    ]);
  });

  it('T-016 NFR-016-19: packs several times at once, each as if it were alone', async () => {
    const { packer } = aPacker();
    const alone = (await packer.pack(all, wide, { task: 'login' })).content;

    const contents = await Promise.all(Array.from({ length: 8 }, () => packer.pack(all, wide, { task: 'login' })));

    expect(new Set(contents.map(({ content }) => content))).toEqual(new Set([alone]));
  });

  it('T-016 AC-059: is never over the budget, loses no chunk, and is the same in any order', async () => {
    const line = fc.constantFrom(
      'const a = 1;',
      '',
      '```',
      '### src/x.ts (lines 1-9)',
      '  return [漢字];',
      '<|endoftext|>',
      '\u2028x',
      '// login',
    );
    const source = fc.record({
      lines: fc.array(line, { maxLength: 30 }),
      type: fc.constantFrom('open-file' as const, 'search-result' as const, 'reference' as const),
      score: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
      isExcerpt: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(source, { maxLength: 6 }),
        fc.nat(400),
        fc.constantFrom('markdown' as const, 'xml' as const, 'json' as const, { text: '{{task}} {{context}}' }),
        async (given, tokens, template) => {
          const contents = Object.fromEntries(given.map(({ lines }, index) => [`f${index}.txt`, lines.join('\n')]));
          const sources = given.map(({ lines, type, score, isExcerpt }, index): ContextSource => {
            const isCut = isExcerpt && lines.length > 1;
            return {
              sourceType: type,
              filePath: `f${index}.txt`,
              content: isCut ? lines.slice(1).join('\n') : lines.join('\n'),
              lineRange: isCut ? { startLine: 2, endLine: lines.length } : undefined,
              relevanceScore: score,
            };
          });
          const { packer, counter } = aPacker({}, contents);

          const packed = await packer.pack(sources, packingBudgetOf(tokens), { task: 'login', template });
          const other = await packer.pack(sources.toReversed(), packingBudgetOf(tokens), { task: 'login', template });

          expect(counter.countTokens(packed.content)).toBe(packed.totalTokens);
          expect(packed.totalTokens).toBeLessThanOrEqual(tokens);
          expect(other.content).toBe(packed.content);
          const ids = [...packed.includedChunks, ...packed.excludedChunks]
            .map(({ rank }) => rank)
            .sort((a, b) => a - b);
          expect(ids).toEqual(Array.from({ length: packed.stats.chunks }, (_, index) => index + 1));
        },
      ),
      { numRuns: 150 },
    );
  });
});
