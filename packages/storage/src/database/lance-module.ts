import { createRequire } from 'node:module';

import type * as LanceModule from '@lancedb/lancedb';
import type * as ArrowModule from 'apache-arrow';

/** LanceDB's library. */
export type Lance = typeof LanceModule;
/** Arrow's library, in the version that LanceDB uses. */
export type Arrow = typeof ArrowModule;

/** The two libraries that only this package imports. */
export interface LanceModules {
  readonly lance: Lance;
  readonly arrow: Arrow;
}

let loading: Promise<LanceModules> | undefined;

/**
 * Loads LanceDB and Arrow on first use, which costs about half a second of CPU. LanceDB reads its log level while it
 * loads; unless the user has set one, only errors are written to standard error.
 */
export function loadLance(): Promise<LanceModules> {
  loading ??= load();
  return loading;
}

async function load(): Promise<LanceModules> {
  process.env['LANCEDB_LOG'] ??= 'error';
  const lance = await import('@lancedb/lancedb');
  // LanceDB requires Arrow's CommonJS build; importing the other one would load it twice.
  const arrow = createRequire(import.meta.url)('apache-arrow') as Arrow;
  return { lance, arrow };
}
