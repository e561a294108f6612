import { recordPack } from '@lexichord/runtime/internal';

import { lastPackUri } from '../resources/resource-uris.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';

/** Records the last pack, and notifies subscribers. */
export async function keepPack(
  { runtime, changes, stores }: Pick<ServedWorkspace, 'runtime' | 'changes' | 'stores'>,
  pack: Parameters<typeof recordPack>[1],
): Promise<void> {
  await stores.write(
    () => recordPack(runtime, pack),
    (unsaved) => {
      if (unsaved.length === 0) changes.publish(lastPackUri);
    },
  );
}
