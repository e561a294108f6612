import {
  IIndexService,
  ISemanticSearchService,
  type SearchResult,
  type WorkspaceSearchOptions,
  isLexichordError,
} from '@lexichord/abstractions';

import type { FacadeServices } from './facade-services.js';
import { isWriteFailure, refreshIndex } from './refresh-index.js';

/** Brings the index up to date and searches it. Where it cannot be written, it is asked as it is. */
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
      // Where there is no index that could answer, what kept it from being made says more.
      throw failure !== undefined && isLexichordError(error) ? failure : error;
    });
  // The search itself says what else an update has to say of the answer.
  const ofIndex =
    failure === undefined ? listingWarnings : [`${warnings.join(' ')} The answer comes from the index as it is.`];
  return { ...found, warnings: [...ofIndex, ...(found.warnings ?? [])] };
}
