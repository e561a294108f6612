import {
  IIndexService,
  IRepositoryMapper,
  type RepositoryMap,
  type WorkspaceMapOptions,
} from '@lexichord/abstractions';

import type { FacadeServices } from './facade-services.js';
import { refreshIndex } from './refresh-index.js';

/** Brings the index up to date and draws the map of the workspace. Without an index, the map has no definitions. */
export async function mapWorkspace(
  { budget: budgetTokens, ...options }: WorkspaceMapOptions,
  services: FacadeServices,
): Promise<RepositoryMap> {
  const { warnings } = await refreshIndex(services.resolve(IIndexService), options);
  const map = await services.resolve(IRepositoryMapper).map({ budgetTokens, signal: options.signal });
  return { ...map, warnings: [...new Set([...warnings, ...map.warnings])] };
}
