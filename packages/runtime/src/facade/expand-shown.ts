import {
  CompressionLevel,
  type ExpandOptions,
  type ExpandedContext,
  type ExpansionMarker,
  IContextExpander,
  type ShownSegment,
} from '@lexichord/abstractions';

import type { FacadeServices } from './facade-services.js';

/** Expands a segment from what was shown of it, or what a marker stands for. */
export async function expandShown(
  shown: ShownSegment | ExpansionMarker,
  { toLevel, signal }: ExpandOptions,
  services: FacadeServices,
): Promise<ExpandedContext> {
  const expander = services.resolve(IContextExpander);
  if ('targetLevel' in shown) {
    return expander.expandMarker({ ...shown, targetLevel: toLevel ?? shown.targetLevel }, { signal });
  }
  return expander.expand(shown.segmentId, shown.level, toLevel ?? CompressionLevel.full, { signal });
}
