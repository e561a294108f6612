import type { CallOptions } from '@lexichord/abstractions';

import { openDatabase } from '../open-database.js';
import type { StorageOptionsInput } from '../storage-options.js';
import type { StorageServices } from '../storage-services.js';

/** Reads every row of every table at an address once; names of those that are not whole. */
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
