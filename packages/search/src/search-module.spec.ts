import {
  IIndexChunker,
  IClock,
  IEditorService,
  IEmbeddingProvider,
  IIdSource,
  IIndexService,
  ILogger,
  ISecretScanner,
  ISemanticSearchService,
  IStateFolder,
  IWorkspaceGuard,
  IWorkspaceListing,
} from '@lexichord/abstractions';
import { RandomIdSource, SystemClock, resolveToken } from '@lexichord/platform';
import { registerStorageModule } from '@lexichord/storage';
import { PatternSecretScanner, PlainStateFolder, RecordingLogger } from '@lexichord/testing';
import { type DependencyContainer, container as root } from 'tsyringe';

import { ICorpusSource } from './corpus/corpus-source.js';
import { RemoteEmbeddingProvider } from './embedding/remote-embedding-provider.js';
import { ITextWorkers } from './embedding/static/text-workers.js';
import { StaticEmbeddingProvider } from './embedding/static-embedding-provider.js';
import { registerSearchModule } from './search-module.js';
import { SearchOptions, type SearchOptionsInput } from './search-options.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';
import { ParagraphChunker } from './test-support/paragraph-chunker.js';

const server = { provider: 'ollama', endpoint: 'http://127.0.0.1:9', model: 'm', dimension: 3 } as const;

function aContainer(options: SearchOptionsInput): DependencyContainer {
  const container = root.createChildContainer();
  registerSearchModule(container, { options });
  registerStorageModule(container, { options: { address: '/nowhere/db' } });
  const workspace = new MemoryWorkspace();
  container.register(IWorkspaceListing, { useValue: workspace });
  container.register(IWorkspaceGuard, { useValue: workspace });
  container.register(IEditorService, { useValue: workspace });
  container.register(IIndexChunker, { useValue: new ParagraphChunker() });
  container.register(IClock, { useValue: new SystemClock() });
  container.register(IIdSource, { useValue: new RandomIdSource() });
  container.register(ISecretScanner, { useValue: new PatternSecretScanner() });
  container.register(ILogger, { useValue: new RecordingLogger() });
  container.register(IStateFolder, { useValue: new PlainStateFolder('/nowhere') });
  return container;
}

describe('registerSearchModule', () => {
  it('provides every service, each once per container', () => {
    const container = aContainer({});

    for (const token of [IIndexService, ISemanticSearchService, IEmbeddingProvider, ITextWorkers]) {
      const service: unknown = resolveToken(container, token as typeof IIndexService);
      expect(resolveToken(container, token as typeof IIndexService)).toBe(service);
      expect(resolveToken(aContainer({}), token as typeof IIndexService)).not.toBe(service);
    }
    expect(resolveToken(container, SearchOptions)).toMatchObject({ maxFileSizeBytes: 1_000_000, recentSearches: 100 });
  });

  it('loads the index when it is first called, and gives its search the same copy', async () => {
    const container = aContainer({});
    const aborted = { signal: AbortSignal.abort() };
    expect(container.isRegistered(ICorpusSource)).toBe(false);

    await expect(resolveToken(container, IIndexService).update(aborted)).rejects.toThrow('aborted');
    const shared = resolveToken(container, ICorpusSource);
    await expect(resolveToken(container, ISemanticSearchService).search('x', aborted)).rejects.toThrow('aborted');

    expect(resolveToken(container, ICorpusSource)).toBe(shared);
  });

  it('embeds without a network unless a server is configured', () => {
    expect(resolveToken(aContainer({}), IEmbeddingProvider)).toBeInstanceOf(StaticEmbeddingProvider);
    const provider = resolveToken(aContainer({ embedding: server }), IEmbeddingProvider);

    expect(provider).toBeInstanceOf(RemoteEmbeddingProvider);
    expect(provider).toMatchObject({ dimension: 3, maxChars: 8_000, maxBatch: 64, fusionWeight: 0.5 });
  });

  it('ends its threads with the container', async () => {
    const container = aContainer({});
    resolveToken(container, IIndexService);

    await expect(container.dispose()).resolves.toBeUndefined();
  });

  it.each([
    [{ maxFileSizeBytes: 0 }, 'maxFileSizeBytes'],
    [{ embeding: server }, 'did you mean "embedding"'],
    [{ embedding: { ...server, endpoint: 'file:///etc/passwd' } }, 'embedding.endpoint'],
    [{ embedding: { ...server, dimension: 0 } }, 'embedding.dimension'],
    [{ recentSearches: -1 }, 'recentSearches'],
  ])('refuses %j', (options, problem) => {
    expect(() => aContainer(options as SearchOptionsInput)).toThrow(problem);
  });
});
