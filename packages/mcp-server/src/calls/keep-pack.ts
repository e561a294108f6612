import type { ILexichordRuntime } from '@lexichord/abstractions';
import { recordPack } from '@lexichord/runtime';

import type { ResourceChanges } from '../resources/resource-changes.js';
import { lastPackUri } from '../resources/resource-uris.js';

/** Records the last pack, and tells of it. */
export async function keepPack(
  { runtime, changes }: { readonly runtime: ILexichordRuntime; readonly changes: ResourceChanges },
  pack: Parameters<typeof recordPack>[1],
): Promise<void> {
  const unsaved = await recordPack(runtime, pack);
  if (unsaved.length === 0) changes.publish(lastPackUri);
}
