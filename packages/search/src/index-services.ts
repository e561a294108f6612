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

/** The index of a container. */
export function openIndex(container: DependencyContainer): IIndexService {
  shareCorpus(container);
  return container.resolve(WorkspaceIndex);
}

/** The search in the index that {@link openIndex} wrote, with the same copy of it. */
export function openSearch(container: DependencyContainer): ISemanticSearchService {
  shareCorpus(container);
  return container.resolve(HybridSearchService);
}

/** The graph of the symbols that {@link openIndex} wrote. */
export function openSymbolGraph(container: DependencyContainer): ISymbolGraph {
  shareCorpus(container);
  if (!container.isRegistered(ISymbolGraphSource)) {
    container.register(ISymbolGraphSource, { useClass: SymbolGraphSource }, oncePerContainer);
  }
  return container.resolve(WorkspaceSymbolGraph);
}

/** The check of the index that {@link openIndex} wrote. */
export function openCheck(container: DependencyContainer): IStateCheck {
  shareCorpus(container);
  return container.resolve(IndexCheck);
}

/** Disposes the copy of the index that {@link openIndex} and {@link openSearch} share. */
export async function closeIndex(container: DependencyContainer): Promise<void> {
  if (container.isRegistered(ICorpusSource)) await resolveToken(container, ICorpusSource).dispose();
}

/** Registers the copy of the index that both use, once. */
export function shareCorpus(container: DependencyContainer): void {
  if (container.isRegistered(ICorpusSource)) return;
  container.register(ICorpusSource, { useClass: CorpusSource }, oncePerContainer);
  container.register(ICandidateIndex, { useClass: CandidateIndex }, oncePerContainer);
}
