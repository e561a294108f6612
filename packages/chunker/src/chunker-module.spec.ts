import { IChunker, ICodeOutliner, IIndexChunker, ILogger, ITokenCounter } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { RecordingLogger, WordTokenCounter } from '@lexichord/testing';
import { container as rootContainer, type DependencyContainer } from 'tsyringe';

import { registerChunkerModule } from './chunker-module.js';
import type { ChunkingOptionsInput } from './chunking-options.js';

describe('registerChunkerModule', () => {
  const containerFor = (options: ChunkingOptionsInput = {}): DependencyContainer => {
    const container = rootContainer.createChildContainer();
    registerChunkerModule(container, { options });
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(ITokenCounter, { useValue: new WordTokenCounter() });
    return container;
  };

  it.each([IChunker, IIndexChunker, ICodeOutliner])('provides %s once per container', (token) => {
    const container = containerFor();

    const service = resolveToken<object>(container, token);

    expect(resolveToken<object>(container, token)).toBe(service);
    expect(resolveToken<object>(containerFor(), token)).not.toBe(service);
  });

  it('puts the services together and frees them', async () => {
    const container = containerFor();

    const source = { filePath: 'a.py', content: 'def f():\n    pass\n', language: 'python' };
    const { chunks } = await resolveToken(container, IChunker).chunk(source);

    expect(chunks.map(({ symbol }) => symbol)).toEqual(['f']);
    const outliner = resolveToken(container, ICodeOutliner);
    expect([outliner.supports('python'), outliner.supports('markdown')]).toEqual([true, false]);
    const file = { path: 'a.py', content: source.content, language: 'python' };
    const document = { ...file, isUnsaved: false, version: '1', decoding: 'utf-8' } as const;
    expect((await outliner.outline(document)).symbols.map(({ name }) => name)).toEqual(['f']);
    await (resolveToken(container, IChunker) as IChunker & { dispose(): Promise<void> }).dispose();
    await container.dispose();
  });

  it('cuts files of the search index smaller', async () => {
    const container = containerFor({ maxChunkTokens: 200, index: { maxChunkTokens: 30, minChunkTokens: 5 } });
    const content = `def f():\n${'    total = total + measure(1)\n'.repeat(20)}`;
    const source = { filePath: 'a.py', content, language: 'python' };

    const [whole, ofIndex] = await Promise.all(
      [IChunker, IIndexChunker].map((token) => resolveToken(container, token).chunk(source)),
    );

    expect(whole?.chunks).toHaveLength(1);
    expect(ofIndex?.chunks.length).toBeGreaterThan(3);
    expect(Math.max(...(ofIndex?.chunks ?? []).map(({ tokenCount }) => tokenCount))).toBeLessThanOrEqual(30);
    expect(ofIndex?.chunks.map(({ content: text }) => text).join('')).toBe(content);
    expect(new Set(ofIndex?.chunks.map(({ symbol }) => symbol))).toEqual(new Set(['f']));
    await container.dispose();
  });

  it('cuts the index into nothing larger than other chunks are, and tells its sizes apart', () => {
    const fingerprint = (options: ChunkingOptionsInput): string =>
      resolveToken(containerFor(options), IIndexChunker).fingerprint;
    const small = { index: { maxChunkTokens: 100, minChunkTokens: 50 } };

    expect(fingerprint({ ...small, maxChunkTokens: 900 })).toBe(fingerprint(small));
    expect(fingerprint({ index: { maxChunkTokens: 101, minChunkTokens: 50 } })).not.toBe(fingerprint(small));
    expect(fingerprint({ maxChunkTokens: 30, minChunkTokens: 10 })).toBe(
      fingerprint({ index: { maxChunkTokens: 30, minChunkTokens: 30 } }),
    );
  });

  it('knows the fingerprint of a chunker that nobody has called yet', async () => {
    const chunker = resolveToken(containerFor(), IChunker);
    const before = chunker.fingerprint;

    await chunker.chunk({ filePath: 'a.md', content: '# A\n', language: 'markdown' });

    expect(before).toMatch(/^chunk-\d+-[0-9a-f]{16}$/u);
    expect(chunker.fingerprint).toBe(before);
    expect(resolveToken(containerFor({ linesPerChunk: 7 }), IChunker).fingerprint).not.toBe(before);
  });

  it.each([
    [{ maxChunkTokens: 10 }, 'the smallest chunk (100 tokens) must not be above the largest (10)'],
    [{ index: { minChunkTokens: 900 } }, 'the smallest chunk (900 tokens) must not be above the largest'],
    [{ maxParseTime: 1 }, 'did you mean "maxParseTimeMs"'],
    [{ languages: { python: 'tokens' } }, 'languages'],
    [{ languages: { klingon: 'line_based' } }, 'not a supported language'],
  ])('refuses %j', (options, problem) => {
    expect(() => containerFor(options as ChunkingOptionsInput)).toThrow(problem);
  });
});
