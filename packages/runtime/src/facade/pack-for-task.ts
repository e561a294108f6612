import {
  IChangeReader,
  IContextPacker,
  IIndexService,
  ISourceFinder,
  type PackedContext,
  type PackingBudget,
  type WorkspacePackOptions,
  packTask,
  packingBudgetOf,
} from '@lexichord/abstractions';

import type { Configuration } from '../configuration/configuration-schema.js';
import type { FacadeServices } from './facade-services.js';
import { refreshIndex } from './refresh-index.js';

/** Services for packing, and the configured budget. */
export interface PackServices extends FacadeServices {
  /** Used if the caller gives no budget. */
  readonly configuredBudget: Configuration['context']['budget'];
}

/** Updates the index, finds the sources of a task, and packs them into a budget. */
export async function packForTask(
  task: string,
  options: WorkspacePackOptions,
  { configuredBudget, ...services }: PackServices,
): Promise<PackedContext> {
  const { openFiles, anchors, references, toolOutputs, excludedFiles, searchHits, sources = [] } = options;
  const { profile, template, layout, previous, onlyNew, onStage, signal } = options;
  const budget = packingBudget(options.budget, configuredBudget);
  // Before the index, so that an invalid comparison fails immediately.
  const change = options.change && (await services.resolve(IChangeReader).read(options.change, { signal }));
  // A pack without the search's hits is better than none.
  const { warnings } = await refreshIndex(services.resolve(IIndexService), options);
  const request = { task, change, openFiles, anchors, references, toolOutputs, excludedFiles, searchHits, previous };
  const found = await services.resolve(ISourceFinder).find(request, { signal });
  const packed = await services.resolve(IContextPacker).pack([...found, ...sources], budget, {
    task: packTask(task, options.change),
    ...{ change, profile, template, layout, previous, onlyNew, onStage, signal },
  });
  // A change and the listing can have the same warnings.
  return { ...packed, warnings: [...new Set([...warnings, ...packed.warnings])] };
}

function packingBudget(
  budget: number | PackingBudget | undefined,
  { total, responseReserve, systemReserve }: PackServices['configuredBudget'],
): PackingBudget {
  if (budget === undefined) return { totalTokens: total, responseReserve, systemReserve };
  return typeof budget === 'number' ? packingBudgetOf(budget) : budget;
}
