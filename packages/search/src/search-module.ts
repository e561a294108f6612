import { IEmbeddingProvider, IIndexService, ISemanticSearchService } from '@lexichord/abstractions';
import { oncePerContainer, parseOptions } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';

import { CorpusSource, ICorpusSource } from './corpus/corpus-source.js';
import { RemoteEmbeddingProvider } from './embedding/remote-embedding-provider.js';
import { ITextWorkers, TextWorkers } from './embedding/static/text-workers.js';
import { StaticEmbeddingProvider } from './embedding/static-embedding-provider.js';
import { HybridSearchService } from './hybrid-search-service.js';
import { SearchOptions, type SearchOptionsInput, searchOptionsSchema } from './search-options.js';
import { WorkspaceIndex } from './workspace-index.js';

/**
 * Registers index, search and embedding, each once per container. Does no I/O. They need `IDatabase`, `IChunker`, the
 * workspace's services, `IClock` and `ILogger`, which may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerSearchModule(container: DependencyContainer, given: SearchOptionsInput): void {
  const options = parseOptions(searchOptionsSchema, given, 'search options');
  container.register(SearchOptions, { useValue: options });
  container.register(ITextWorkers, { useClass: TextWorkers }, oncePerContainer);
  if (options.embedding === undefined) {
    container.register(IEmbeddingProvider, { useClass: StaticEmbeddingProvider }, oncePerContainer);
  } else {
    container.register(IEmbeddingProvider, { useValue: new RemoteEmbeddingProvider(options.embedding) });
  }
  container.register(ICorpusSource, { useClass: CorpusSource }, oncePerContainer);
  container.register(IIndexService, { useClass: WorkspaceIndex }, oncePerContainer);
  container.register(ISemanticSearchService, { useClass: HybridSearchService }, oncePerContainer);
}
