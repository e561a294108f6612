import {
  type CallOptions,
  type CheckedDocument,
  type ContextSource,
  type GuardedPath,
  type IGuardedEditorService,
  type IWorkspaceGuard,
  type SourceType,
  sourceTypes,
} from '@lexichord/abstractions';
import fc from 'fast-check';

import { TestCollector, aPending, aSource } from '../test-support/a-collection.js';
import { MemoryFiles, fileTimeMs } from '../test-support/memory-files.js';

function anyFile(relativePath: string): GuardedPath {
  return { relativePath, absolutePath: `/work/${relativePath}`, sizeBytes: 1, modifiedMs: fileTimeMs };
}

/** An editor that asks a guard itself, as that of a workspace does. */
class GuardedFiles extends MemoryFiles implements IGuardedEditorService {
  guard: IWorkspaceGuard = this;

  async getChecked(path: string, options?: CallOptions): Promise<CheckedDocument> {
    const file = await this.guard.check(path, options);
    return { file, document: await this.getDocument(file.relativePath, options) };
  }
}

describe('WorkspaceSourceCollector', () => {
  let tester: TestCollector;

  beforeEach(() => {
    tester = new TestCollector();
  });

  describe('a file', () => {
    const parts = ['one\n', 'two\n'].map((content, index) =>
      aSource({ content, lineRange: { startLine: index + 1, endLine: index + 1 } }),
    );

    it('is checked and read once for all of its sources', async () => {
      await tester.collect(parts);

      expect([tester.files.checked, tester.files.read]).toEqual([['src/a.ts'], ['src/a.ts']]);
    });

    it('is not checked a second time if the editor has the same guard', async () => {
      const files = new GuardedFiles({ 'src/a.ts': 'one\ntwo\nthree\n', '.env': 'KEY=1\n' });
      tester = new TestCollector(files);

      const { sources, rejected } = await tester.collect([...parts, aSource({ filePath: '.env', content: 'KEY=1\n' })]);

      expect(sources.map(({ content, modifiedMs }) => [content, modifiedMs])).toEqual([
        ['one\n', fileTimeMs],
        ['two\n', fileTimeMs],
      ]);
      expect(rejected.map(({ reason }) => reason)).toEqual(['path-denied']);
      expect(files.checked.toSorted()).toEqual(['.env', 'src/a.ts']);
    });

    it('is checked by the collector if the editor has another guard', async () => {
      const files = new GuardedFiles({ '.env': 'KEY=1\n' });
      files.guard = { root: '/work', isDenied: () => false, check: (path) => Promise.resolve(anyFile(path)) };
      tester = new TestCollector(files);

      const { rejected } = await tester.collect([aSource({ filePath: '.env', content: 'KEY=1\n' })]);

      expect(rejected.map(({ reason }) => reason)).toEqual(['path-denied']);
      expect(files.checked).toEqual(['.env']);
    });
  });

  describe('several kinds of source', () => {
    it.each([
      ['FR-016-18', 'search-result'],
      ['FR-016-19', 'open-file'],
      ['FR-016-20', 'tool-result'],
      ['FR-016-21', 'reference'],
    ] as const)('T-016 %s: takes %s', async (_id, sourceType) => {
      const { sources, rejected } = await tester.collect([aSource({ sourceType })]);

      expect([sources.map((source) => source.sourceType), rejected]).toEqual([[sourceType], []]);
    });

    it('T-016 FR-016-28: brings them into one form', async () => {
      const { sources } = await tester.collect([
        aSource({ filePath: '/work/src/a.ts', relevanceScore: 0.4, timestampMs: 7 }),
        aSource({ sourceType: 'search-result', content: 'two\n', lineRange: { startLine: 2, endLine: 2 } }),
        aSource({ sourceType: 'tool-result', filePath: 'tool:npm test', content: 'failed' }),
      ]);

      expect(sources).toEqual([
        {
          ...{ sourceType: 'open-file', filePath: 'src/a.ts', content: 'one\ntwo\nthree\n', relevanceScore: 0.4 },
          ...{ timestampMs: 7, language: 'typescript', modifiedMs: fileTimeMs },
        },
        {
          ...{ sourceType: 'search-result', filePath: 'src/a.ts', content: 'two\n', language: 'typescript' },
          ...{
            lineRange: { startLine: 2, endLine: 2 },
            modifiedMs: fileTimeMs,
            isOnePiece: true,
            fileText: 'one\ntwo\nthree\n',
          },
        },
        { sourceType: 'tool-result', filePath: 'tool:npm_test', content: 'failed', language: 'plaintext' },
      ]);
    });

    it('T-016 AC-134: none, or none that can be used, is no error', async () => {
      const nothing = { sources: [], tooWeak: [], rejected: [], repeated: 0, isPartial: false, warnings: [] };

      expect(await tester.collect([])).toEqual(nothing);
      expect(await tester.collect(new Set())).toEqual(nothing);
      expect(await tester.collect([aSource({ filePath: '../a.ts' })])).toMatchObject({ sources: [], isPartial: false });
    });

    it.each([undefined, null, 7, 'src/a.ts', {}])('T-016 AC-017: refuses %p in place of a list', async (sources) => {
      await expect(tester.collect(sources)).rejects.toMatchObject({ code: 'invalid-argument' });
    });
  });

  describe('the list', () => {
    it('is cut to the most important kinds, and of a kind to the best', async () => {
      const lines = [1, 2, 3].map((line, index) =>
        aSource({
          ...{ sourceType: 'search-result', content: ['one', 'two', 'three'][index] },
          ...{ lineRange: { startLine: line, endLine: line }, relevanceScore: line / 10 },
        }),
      );

      const collected = await tester.collect([aSource({ sourceType: 'reference' }), ...lines, aSource()], {
        options: { maxSources: 3 },
      });

      expect(collected.sources.map(({ content }) => content)).toEqual(['one\ntwo\nthree\n', 'two\n', 'three\n']);
      expect(collected.rejected).toMatchObject([
        { sourceType: 'reference', reason: 'too-many' },
        { sourceType: 'search-result', reason: 'too-many' },
      ]);
      expect(collected.isPartial).toBe(false);
    });

    it('has each source once, with the more important kind, the higher score and the later time', async () => {
      const { sources, repeated } = await tester.collect([
        aSource({
          ...{ sourceType: 'search-result', relevanceScore: 0.9, timestampMs: 1, language: 'tsx' },
          definition: { symbol: 'login' },
        }),
        aSource({ sourceType: 'open-file', filePath: './src/a.ts', content: 'one\r\ntwo\r\nthree' }),
        aSource({
          sourceType: 'reference',
          relevanceScore: 0.1,
          lineRange: { startLine: 1, endLine: 3 },
          timestampMs: 5,
        }),
      ]);

      expect(repeated).toBe(2);
      expect(sources).toEqual([
        {
          ...{ sourceType: 'open-file', filePath: 'src/a.ts', content: 'one\ntwo\nthree\n', relevanceScore: 0.9 },
          ...{ timestampMs: 5, language: 'typescript', modifiedMs: fileTimeMs, definition: { symbol: 'login' } },
        },
      ]);
    });

    it('has what was both found and listed as listed', async () => {
      const found = aSource({ sourceType: 'search-result', isSearchHit: true });
      const isHit = async (...given: readonly ContextSource[]): Promise<unknown> =>
        (await tester.collect(given)).sources.map(({ isSearchHit = false }) => isSearchHit);

      expect(await isHit(found, found)).toEqual([true]);
      expect(await isHit(found, aSource({ sourceType: 'reference' }))).toEqual([false]);
      expect(await isHit(aSource({ isSearchHit: 'yes' as never }))).toEqual([false]);
    });

    it('is in the order of path, first line, kind and content', async () => {
      const at = (filePath: string, line: number, sourceType: SourceType): ContextSource => {
        const lineRange = { startLine: line, endLine: line };
        return { sourceType, filePath, content: ['one', 'two', 'three'][line - 1] ?? '', lineRange };
      };
      tester.files.setUnsavedContent('Z.ts', 'one\n');

      const { sources } = await tester.collect([
        ...[at('src/a.ts', 3, 'open-file'), at('src/a.ts', 1, 'reference'), at('Z.ts', 1, 'reference')],
        aSource({ filePath: 'src/a.ts', sourceType: 'open-file' }),
      ]);

      expect(
        sources.map(({ filePath, lineRange, sourceType }) => [filePath, lineRange?.startLine, sourceType]),
      ).toEqual([
        ['Z.ts', undefined, 'reference'],
        ['src/a.ts', undefined, 'open-file'],
        ['src/a.ts', 1, 'reference'],
        ['src/a.ts', 3, 'open-file'],
      ]);
    });

    it('T-016 NFR-016-30: is the same whatever the order of the sources', async () => {
      const sources = fc.array(
        fc.record({
          sourceType: fc.constantFrom(...sourceTypes),
          filePath: fc.constantFrom('src/a.ts', './src/a.ts', 'src/b.py', 'tool:x', 'tool:x-2', '.env', ''),
          content: fc.constantFrom('one\ntwo\nthree\n', 'two', 'three\n', 'pass', '', 'other'),
          lineRange: fc.constantFrom(undefined, { startLine: 2, endLine: 2 }, { startLine: 3, endLine: 3 }),
          relevanceScore: fc.constantFrom(undefined, 0, 0.5, 1),
          timestampMs: fc.constantFrom(undefined, 1, 2),
          language: fc.constantFrom(undefined, 'tsx'),
        }),
        { maxLength: 12 },
      );
      const shuffled = sources.chain((given) =>
        fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
      );
      const options = { maxSources: 8 };

      await fc.assert(
        fc.asyncProperty(shuffled, async ([given, reordered]) => {
          const [one, other] = [await tester.collect(given, { options }), await tester.collect(reordered, { options })];

          expect(JSON.stringify([other.sources, other.repeated])).toBe(JSON.stringify([one.sources, one.repeated]));
          expect(one.sources.length + one.rejected.length + one.repeated).toBe(given.length);
        }),
        { numRuns: 200 },
      );
    });
  });

  it('T-016 AC-136: logs how many there are when it begins', async () => {
    await tester.collect([aSource(), aSource({ filePath: 'gone.ts' }), aPending(() => Promise.resolve([]))]);

    expect(tester.log.lines[0]).toMatchObject({ level: 'info', fields: { sources: 3, pending: 1 } });
  });

  it('T-016 AC-138: logs how many there are, and one warning with the reasons; never content', async () => {
    await tester.collect([
      aSource({ content: 'a secret' }),
      aSource({ filePath: 'gone.ts' }),
      aSource({ content: 'another secret' }),
      aPending(() => Promise.resolve([])),
    ]);

    expect(tester.log.lines.map(({ level, fields }) => [level, fields])).toEqual([
      ['info', { sources: 4, pending: 1 }],
      ['warn', { count: 3, reasons: 'content-mismatch 2, not-found 1' }],
    ]);
    expect(JSON.stringify(tester.log.lines)).not.toContain('secret');
  });
});
