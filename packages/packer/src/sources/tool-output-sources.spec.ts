import { Readable } from 'node:stream';

import type { IChunker } from '@lexichord/abstractions';
import { ManualClock, RecordingLogger } from '@lexichord/testing';

import { MemoryFiles } from '../test-support/memory-files.js';
import { SourceFinder } from './source-finder.js';
import { testPackingOptions } from '../test-support/packing-options.js';

describe('SourceFinder with outputs of tools', () => {
  const files = new MemoryFiles({ 'main.py': 'run()\n' });
  const clock = new ManualClock();
  /** Leaves each file whole. */
  const chunker: IChunker = {
    fingerprint: 'whole',
    chunk: ({ filePath, content, language }) =>
      Promise.resolve({
        language,
        chunks: [
          {
            ...{ id: filePath, filePath, content, language, kind: 'lines', tokenCount: 1 },
            ...{ startLine: 1, endLine: 1, enclosing: [], definitions: [] },
          },
        ],
      }),
  };
  const finder = new SourceFinder(
    ...([files, files, files, chunker, chunker, testPackingOptions(), clock, new RecordingLogger()] as const),
  );

  it('T-016 NFR-016-12: gives a sample of a very long output as lines, says so, and looks up the files that it names', async () => {
    const lines = Array.from({ length: 150_000 }, (_, index) => `${index} ${'ok '.repeat(30)}\n`);
    const text = `${lines.join('')}at main.py:1\n`;
    let reads = 0;
    const opened = (): AsyncIterable<string> => {
      reads += 1;
      return Readable.from([text]);
    };
    const warnings: string[] = [];

    const [output, places] = await finder.find({ task: '', toolOutputs: [{ name: 'log', text: opened }] });
    const sources = (await output?.load({ onWarning: (warning) => warnings.push(warning) })) ?? [];

    expect(sources.map(({ filePath, lineRange }) => [filePath, lineRange])).toEqual([
      ['tool:log', { startLine: 1, endLine: expect.any(Number) as number }],
      ['tool:log', { startLine: expect.any(Number) as number, endLine: 150_001 }],
    ]);
    expect(warnings).toEqual([expect.stringMatching(/^tool:log has [\d,]+ bytes, more than 10,000,000: /u)]);
    expect((await places?.load({}))?.map(({ filePath }) => filePath)).toEqual(['main.py']);
    expect(reads).toBe(1);
  });

  it('waits for an output that is awaited, however long it is written, and gives up with the signal', async () => {
    let write: (text: string) => void = () => undefined;
    const written = new Promise<string>((resolve) => (write = resolve));
    const text = async function* (): AsyncGenerator<string, void, undefined> {
      yield await written;
    };
    const controller = new AbortController();
    const request = { task: '', toolOutputs: [{ name: 'log', text, isAwaited: true }] };
    const finding = finder.find(request);
    const givenUp = finder.find(request, { signal: controller.signal });

    controller.abort(new RangeError('enough'));
    await expect(givenUp).rejects.toThrow('enough');
    clock.advance(60_000);
    write('at main.py:1\n');
    const [output] = await finding;

    expect(await output?.load({ signal: AbortSignal.abort() })).toMatchObject([{ content: 'at main.py:1\n' }]);
  });

  it('reads the lines that the user names, also when an output takes too long to name any', async () => {
    const warnings: string[] = [];
    const never = (): AsyncIterable<string> => ({
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
    });
    const anchors = [{ path: 'main.py', startLine: 1, endLine: 1 }];
    const [, places] = await finder.find({ task: '', anchors, toolOutputs: [{ name: 'log', text: never }] });

    const loading = places?.load({ onWarning: (warning) => warnings.push(warning) });
    clock.advance(2_500);

    expect((await loading)?.map(({ filePath }) => filePath)).toEqual(['main.py']);
    expect(warnings).toEqual([
      'tool:log took too long to read, so the files and lines that it names are not included.',
    ]);
  });
});
