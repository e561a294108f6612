import { parseOptions } from '@lexichord/platform/internal';

import type { IDatabase } from './database/database.js';
import { LanceDatabase } from './database/lance-database.js';
import type { StorageServices } from './storage-services.js';
import { type StorageOptionsInput, storageOptionsSchema } from './storage-options.js';

/**
 * The tables at an address. Costs nothing: the store is loaded and connected when the first table is opened.
 *
 * @throws {LexichordError} `invalid-configuration` for bad options, `storage-failed` for an address that cannot be one
 */
export function openDatabase(options: StorageOptionsInput, services: StorageServices): IDatabase {
  return new LanceDatabase(parseOptions(storageOptionsSchema, options, 'storage options'), services);
}
