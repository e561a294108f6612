import type { CallOptions } from '@lexichord/abstractions';

import { openDatabase } from '../open-database.js';
import type { StorageOptionsInput } from '../storage-options.js';
import type { StorageServices } from '../storage-services.js';

/** Names of the damaged tables at an address. Reads every row once. */
export async function findDamagedTables(
  options: StorageOptionsInput,
  services: StorageServices,
  call: CallOptions,
): Promise<readonly string[]> {
  const database = openDatabase(options, services);
  try {
    return (await database.inspect(call)).filter(({ health }) => health !== 'ok').map(({ name }) => name);
  } finally {
    await database.dispose();
  }
}
