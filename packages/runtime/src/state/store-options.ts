import { join } from 'node:path';

import { derivedCompressionTables } from '@lexichord/compression/internal';
import { derivedKnowledgeTables } from '@lexichord/knowledge-graph';
import { derivedSearchTables } from '@lexichord/search';
import type { StorageOptionsInput } from '@lexichord/storage';
import { storageSection } from '@lexichord/storage/internal';

import type { Configuration } from '../configuration/configuration-schema.js';

/** The default folder of the tables. */
const defaultAddress = storageSection.parse({}).address;

/** Options of the store: a relative folder counts from the workspace, and the usual one goes where all state goes. */
export function storeOptions(
  storage: Configuration['storage'],
  root: string,
  stateFolder: string,
): StorageOptionsInput {
  const isUsual = storage.address === defaultAddress;
  return {
    ...storage,
    address: isUsual ? join(stateFolder, 'db') : storage.address,
    baseFolder: root,
    // The usual folder must not be redirected by a link in a hostile workspace.
    confineTo: isUsual ? stateFolder : undefined,
    derivedTables: { ...derivedSearchTables, ...derivedKnowledgeTables, ...derivedCompressionTables },
  };
}
