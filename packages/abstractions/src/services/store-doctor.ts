import { type Token, token } from '../token.js';
import type { CallOptions } from './call-options.js';

/** The findings about one of the tables that Lexichord keeps. */
export interface TableReport {
  readonly name: string;
  readonly health: 'ok' | 'damaged';
  /** Problems, and what to do; empty when there are none. */
  readonly problem: string;
  readonly rows: number | undefined;
  readonly version: number | undefined;
  /** Versions that are still on disk. */
  readonly versions: number | undefined;
  /** Bytes of all its files, in a folder; of its rows, elsewhere. */
  readonly sizeBytes: number | undefined;
  /** Rows that a full-text or vector index does not have yet. */
  readonly unindexedRows: number | undefined;
}

/** The repair of one table. */
export type RepairAction =
  /** Nothing was wrong. */
  | 'none'
  /** Manifests that had been cut off were removed; the table is as it was before the commits they stood for. */
  | 'stepped-back'
  /** The newest version's manifest was damaged or missing and was made again from the commits; every row is whole. */
  | 'recovered'
  /** Rows could not be read; all others, proven by their checksums, were kept. */
  | 'salvaged'
  /** The table was removed; its rows have to be made again. */
  | 'dropped'
  /** The table could not be saved and was moved aside, since its rows cannot be made again. */
  | 'set-aside';

/** A table after a repair. */
export interface TableRepair {
  readonly name: string;
  readonly action: RepairAction;
  /** One sentence for people: what was wrong, what was done, what to do next. Empty when nothing was wrong. */
  readonly message: string;
}

/** Looks after the tables. */
export interface IStoreDoctor {
  /** Rows, size and health of every table, by name. A damaged table is a finding, not an error. */
  inspect(options?: CallOptions): Promise<readonly TableReport[]>;
  /**
   * Makes the tables of a folder usable again; writers are refused meanwhile. Tables that are whole stay as they are.
   *
   * @throws {LexichordError} `storage-failed` for an address that is no folder, files that cannot be changed, or while
   * another process repairs it
   */
  repair(options?: CallOptions): Promise<readonly TableRepair[]>;
}
export const IStoreDoctor: Token<IStoreDoctor> = token('IStoreDoctor');
