import type { IIndexService, ISemanticSearchService, IStateCheck, ISymbolGraph } from '@lexichord/abstractions';
import { oncePerContainer, resolveToken } from '@lexichord/platform';
import type { DependencyContainer } from 'tsyringe';

import { IndexCheck } from './check/index-check.js';
import { CorpusSource, ICorpusSource } from './corpus/corpus-source.js';
import { CandidateIndex, ICandidateIndex } from './query/candidate-index.js';
import { HybridSearchService } from './hybrid-search-service.js';
import { ISymbolGraphSource, SymbolGraphSource } from './symbols/symbol-graph-source.js';
import { WorkspaceSymbolGraph } from './symbols/workspace-symbol-graph.js';
import { WorkspaceIndex } from './workspace-index.js';

/** Creates the index of a container. */
export function createIndexService(container: DependencyContainer): IIndexService {
  shareCorpus(container);
  return container.resolve(WorkspaceIndex);
}

/** Creates the search in the index of {@link createIndexService}, with the same copy. */
export function createSearchService(container: DependencyContainer): ISemanticSearchService {
  shareCorpus(container);
  return container.resolve(HybridSearchService);
}

/** Creates the symbol graph of the index of {@link createIndexService}. */
export function createSymbolGraph(container: DependencyContainer): ISymbolGraph {
  shareCorpus(container);
  if (!container.isRegistered(ISymbolGraphSource)) {
    container.register(ISymbolGraphSource, { useClass: SymbolGraphSource }, oncePerContainer);
  }
  return container.resolve(WorkspaceSymbolGraph);
}

/** Creates the check of the index of {@link createIndexService}. */
export function createIndexCheck(container: DependencyContainer): IStateCheck {
  shareCorpus(container);
  return container.resolve(IndexCheck);
}

/** Disposes the copy of the index that {@link createIndexService} and {@link createSearchService} share. */
export async function closeIndex(container: DependencyContainer): Promise<void> {
  if (container.isRegistered(ICorpusSource)) await resolveToken(container, ICorpusSource).dispose();
}

/** Registers the shared copy of the index, once. */
export function shareCorpus(container: DependencyContainer): void {
  if (container.isRegistered(ICorpusSource)) return;
  container.register(ICorpusSource, { useClass: CorpusSource }, oncePerContainer);
  container.register(ICandidateIndex, { useClass: CandidateIndex }, oncePerContainer);
}
