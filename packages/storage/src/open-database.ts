import { parseOptions } from '@lexichord/platform/internal';

import type { IDatabase } from './database/database.js';
import { LanceDatabase } from './database/lance-database.js';
import type { StorageServices } from './storage-services.js';
import { type StorageOptionsInput, storageOptionsSchema } from './storage-options.js';

/**
 * Opens the database at an address. The store is loaded and connected only when the first table is opened.
 *
 * @throws {LexichordError} `invalid-configuration` for invalid options, `storage-failed` for an invalid address
 */
export function openDatabase(options: StorageOptionsInput, services: StorageServices): IDatabase {
  return new LanceDatabase(parseOptions(storageOptionsSchema, options, 'storage options'), services);
}
