import {
  IEmbeddingProvider,
  IIndexService,
  ISecretScanner,
  ISemanticSearchService,
  IStateCheck,
  ISymbolGraph,
} from '@lexichord/abstractions';
import { type ModuleSetup, oncePerContainer, resolveToken } from '@lexichord/platform';
import { parseOptions, registerLazy } from '@lexichord/platform/internal';
import { type DependencyContainer, instanceCachingFactory } from 'tsyringe';

import { RemoteEmbeddingProvider } from './embedding/remote-embedding-provider.js';
import { ITextWorkers, TextWorkers } from './embedding/static/text-workers.js';
import { StaticEmbeddingProvider } from './embedding/static-embedding-provider.js';
import type * as IndexServices from './index-services.js';
import { SearchOptions, type SearchOptionsInput, searchOptionsSchema } from './search-options.js';

/**
 * Registers index, search, symbol graph and embedding, each once per container. Does no I/O, and loads the code of
 * index and search only when they are called: many commands do not use it. They need `IDatabase`, `IIndexChunker`, the
 * workspace's services, `IClock` and `ILogger`, and for an embedding server `ISecretScanner`, which may be registered
 * later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerSearchModule(
  container: DependencyContainer,
  { options: given = {} }: ModuleSetup<SearchOptionsInput> = {},
): void {
  const options = parseOptions(searchOptionsSchema, given, 'search options');
  container.register(SearchOptions, { useValue: options });
  container.register(ITextWorkers, { useClass: TextWorkers }, oncePerContainer);
  const { embedding } = options;
  if (embedding === undefined) {
    container.register(IEmbeddingProvider, { useClass: StaticEmbeddingProvider }, oncePerContainer);
  } else {
    container.register(IEmbeddingProvider, {
      useFactory: instanceCachingFactory(
        (scope) => new RemoteEmbeddingProvider(embedding, resolveToken(scope, ISecretScanner)),
      ),
    });
  }
  let loaded: typeof IndexServices | undefined;
  const services = async (): Promise<typeof IndexServices> => (loaded ??= await import('./index-services.js'));
  registerLazy<IIndexService>(container, IIndexService, {
    methods: { update: true, watch: true },
    load: async (scope) => (await services()).createIndexService(scope),
    dispose: async (scope) => {
      await loaded?.closeIndex(scope);
      await resolveToken(scope, ITextWorkers).dispose();
    },
  });
  registerLazy<ISemanticSearchService>(container, ISemanticSearchService, {
    methods: { search: true },
    load: async (scope) => (await services()).createSearchService(scope),
  });
  registerLazy<IStateCheck>(container, IStateCheck, {
    methods: { run: true },
    load: async (scope) => (await services()).createIndexCheck(scope),
  });
  registerLazy<ISymbolGraph>(container, ISymbolGraph, {
    methods: {
      definitionsOf: true,
      definitionAt: true,
      definitionsNamed: true,
      usesOf: true,
      referencesTo: true,
      testsOf: true,
      ranks: true,
    },
    load: async (scope) => (await services()).createSymbolGraph(scope),
  });
}
