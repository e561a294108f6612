import { type ContextSource, ErrorCode, LexichordError, type PendingContextSource } from '@lexichord/abstractions';

import { TestCollector, aPending, aSource, reasonsOf } from '../test-support/a-collection.js';

const never = (): Promise<never> => new Promise(() => undefined);

describe('sources that are yet to be fetched', () => {
  let tester: TestCollector;

  beforeEach(() => {
    tester = new TestCollector();
  });

  describe('sources that are yet to be fetched', () => {
    it('T-016 FR-016-29: are loaded at the same time', async () => {
      const started: string[] = [];
      let letGo: () => void = () => undefined;
      const together = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const load = (filePath: string, content: string) => async (): Promise<readonly ContextSource[]> => {
        started.push(filePath);
        if (started.length === 2) letGo();
        await together;
        return [aSource({ filePath, content })];
      };

      const { sources, isPartial } = await tester.collect([
        aPending(load('src/a.ts', 'one\ntwo\nthree\n')),
        aPending(load('src/b.py', 'pass\n')),
      ]);

      expect([sources.map(({ filePath }) => filePath), isPartial]).toEqual([['src/a.ts', 'src/b.py'], false]);
    });

    it('T-016 NFR-016-41: one that fails is listed in its place, and the rest goes on', async () => {
      const noIndex = new LexichordError(ErrorCode.noIndex, 'Nothing was indexed. Run "lexichord index".');
      const loads: PendingContextSource['load'][] = [
        () => Promise.reject(noIndex),
        () => Promise.reject(new Error('password=1')),
        () => {
          throw new TypeError('at once');
        },
        () => Promise.resolve('sources' as never),
        () => Promise.resolve([aSource()]),
      ];

      const collected = await tester.collect([aSource({ filePath: '' }), ...loads.map((load) => aPending(load)), null]);

      expect(collected.rejected.map(({ reason }) => reason)).toEqual([
        ...['no-path', 'no-index', 'io-failed', 'io-failed', 'invalid-argument', 'invalid-argument'],
      ]);
      expect(collected.rejected[1]).toEqual({
        ...{ filePath: 'search', sourceType: 'search-result', reason: 'no-index' },
        message: noIndex.message,
      });
      expect([collected.sources.length, collected.isPartial]).toEqual([1, true]);
      expect(JSON.stringify([collected, tester.log.lines])).not.toContain('password');
    });

    it('T-016 FR-016-30: one that is too slow is left behind, though it ignores its signal', async () => {
      const collecting = tester.collect([aPending(never, 1), aSource()]);
      tester.clock.advance(1);
      const collected = await collecting;

      expect([reasonsOf(collected), collected.sources.length, collected.isPartial]).toEqual([
        ['search: timeout'],
        1,
        true,
      ]);
    });

    it.each([
      [ErrorCode.pathDenied, false],
      [ErrorCode.notFound, false],
      [ErrorCode.fileTooLarge, false],
      [ErrorCode.binaryFile, false],
      [ErrorCode.invalidArgument, false],
      [ErrorCode.ioFailed, true],
      [ErrorCode.storageFailed, true],
      [ErrorCode.embeddingFailed, true],
      [ErrorCode.noIndex, true],
    ])('T-016 NFR-016-41: one that is refused as %s is listed; that it failed: %j', async (code, isPartial) => {
      const collected = await tester.collect([
        aPending(() => Promise.reject(new LexichordError(code, 'It is not given.'))),
        aSource(),
      ]);

      expect([reasonsOf(collected), collected.isPartial]).toEqual([[`search: ${code}`], isPartial]);
    });

    it('gives what the loaders have to say, in their order, each once, also of one that fails then', async () => {
      const says =
        (sentences: readonly string[], isLast: boolean): PendingContextSource['load'] =>
        async ({ onWarning }) => {
          if (isLast) await Promise.resolve();
          for (const sentence of sentences) onWarning?.(sentence);
          if (!isLast) throw new LexichordError(ErrorCode.storageFailed, 'Broken.');
          return [aSource()];
        };

      const { warnings, rejected } = await tester.collect([
        aPending(says(['one', 'two'], true)),
        aPending(says(['two', 'three'], false)),
      ]);

      expect([warnings, rejected.length]).toEqual([['one', 'two', 'three'], 1]);
    });

    it('T-016 FR-016-30: tells the loader when its time is over', async () => {
      const reasons: unknown[] = [];
      const load: PendingContextSource['load'] = ({ signal }) => {
        signal?.addEventListener('abort', () => reasons.push(signal.reason));
        return never();
      };

      const collecting = tester.collect([aPending(load, 1)]);
      tester.clock.advance(1);
      await collecting;

      expect(reasons).toMatchObject([{ name: 'TimeoutError' }]);
    });

    it('T-016 FR-016-30: without a time of its own, one has as long as the pack', async () => {
      const collecting = tester.collect([aPending(never), aPending(never, NaN), aSource()], {
        options: { timeoutMs: 1 },
      });
      tester.clock.advance(1);
      const collected = await collecting;

      expect(reasonsOf(collected).slice(0, 2)).toEqual(['search: timeout', 'search: timeout']);
    });

    it('T-016 NFR-016-42: what was not looked at before the deadline is listed', async () => {
      const deadline = new AbortController();
      tester.files.onRead = (path) => {
        if (path !== 'src/b.py') return;
        deadline.abort();
        return never();
      };

      const collected = await tester.collect([aSource(), aSource({ filePath: 'src/b.py', content: 'pass\n' })], {
        deadline: deadline.signal,
      });

      expect(reasonsOf(collected)).toContain('src/b.py: timeout');
      expect(collected.isPartial).toBe(true);
    });

    it('T-016 NFR-016-40: the caller who cancels hears it at once', async () => {
      const controller = new AbortController();
      const collecting = tester.collect([aPending(never)], { signal: controller.signal });
      controller.abort('stop');

      await expect(collecting).rejects.toBe('stop');
      await expect(tester.collect([], { signal: AbortSignal.abort('before') })).rejects.toBe('before');
    });

    it('the caller who cancels while files are read hears it at once', async () => {
      const controller = new AbortController();
      tester.files.onRead = () => {
        controller.abort('stop');
        return never();
      };

      await expect(tester.collect([aSource()], { signal: controller.signal })).rejects.toBe('stop');
    });
  });
});
