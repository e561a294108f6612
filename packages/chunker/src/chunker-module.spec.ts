import { IChunker, ICodeOutliner, ILogger, ITokenCounter } from '@lexichord/abstractions';
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

  it.each([IChunker, ICodeOutliner])('provides %s once per container', (token) => {
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
    [{ maxParseTime: 1 }, 'did you mean "maxParseTimeMs"'],
    [{ languages: { python: 'tokens' } }, 'languages'],
    [{ languages: { klingon: 'line_based' } }, 'no language that is known here'],
  ])('refuses %j', (options, problem) => {
    expect(() => containerFor(options as ChunkingOptionsInput)).toThrow(problem);
  });
});
