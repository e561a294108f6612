import {
  IIndexService,
  ISemanticSearchService,
  type SearchResult,
  type WorkspaceSearchOptions,
  isLexichordError,
} from '@lexichord/abstractions';

import type { FacadeServices } from './facade-services.js';
import { isWriteFailure, refreshIndex } from './refresh-index.js';

/** Updates the index and searches it. If it cannot be written, the existing one is searched. */
export async function searchWorkspace(
  query: string,
  { limit, refresh, onIndexProgress, onIndexReport, ...options }: WorkspaceSearchOptions,
  services: FacadeServices,
): Promise<SearchResult> {
  const { signal } = options;
  const refreshing = { refresh, onIndexProgress, onIndexReport, signal };
  const { warnings, listingWarnings, failure } = await refreshIndex(services.resolve(IIndexService), refreshing);
  if (failure !== undefined && !isWriteFailure(failure)) throw failure;
  const found = await services
    .resolve(ISemanticSearchService)
    .search(query, { ...options, topK: limit })
    .catch((error: unknown) => {
      // Without a usable index, the error of the update is more helpful.
      throw failure !== undefined && isLexichordError(error) ? failure : error;
    });
  // The search adds the update's other warnings itself.
  const ofIndex =
    failure === undefined ? listingWarnings : [`${warnings.join(' ')} The answer is based on the existing index.`];
  return { ...found, warnings: [...ofIndex, ...(found.warnings ?? [])] };
}
