import { type Token, token } from '../token.js';
import type { CallOptions } from './call-options.js';

/** The state of one of Lexichord's tables. */
export interface TableReport {
  readonly name: string;
  readonly health: 'ok' | 'damaged';
  /** Problems and their remedies; empty when there are none. */
  readonly problem: string;
  readonly rows: number | undefined;
  readonly version: number | undefined;
  /** Number of versions on disk. */
  readonly versions: number | undefined;
  /** Bytes of all its files for a table in a folder, else of its rows. */
  readonly sizeBytes: number | undefined;
  /** Rows that are missing in a full-text or vector index. */
  readonly unindexedRows: number | undefined;
}

/** The repair of one table. */
export type RepairAction =
  /** Nothing was wrong. */
  | 'none'
  /** Truncated manifests were removed; the table is in the state before their commits. */
  | 'stepped-back'
  /** The newest version's manifest was damaged or missing and was rebuilt from the commits; every row is intact. */
  | 'recovered'
  /** Unreadable rows were lost; all others, verified by checksums, were kept. */
  | 'salvaged'
  /** The table was removed; its rows must be rebuilt. */
  | 'dropped'
  /** The table could not be repaired and was moved aside, since its rows cannot be rebuilt. */
  | 'set-aside';

/** A table after a repair. */
export interface TableRepair {
  readonly name: string;
  readonly action: RepairAction;
  /** One sentence for people: the damage, the repair, the next step. Empty when nothing was wrong. */
  readonly message: string;
}

/** Inspects and repairs the tables. */
export interface IStoreDoctor {
  /** Rows, size and health of every table, by name. A damaged table is a finding, not an error. */
  inspect(options?: CallOptions): Promise<readonly TableReport[]>;
  /**
   * Repairs the tables of a folder; writers are refused meanwhile. Intact tables are not changed.
   *
   * @throws {LexichordError} `storage-failed` for an address that is no folder, files that cannot be changed, or while
   * another process repairs it
   */
  repair(options?: CallOptions): Promise<readonly TableRepair[]>;
}
export const IStoreDoctor: Token<IStoreDoctor> = token('IStoreDoctor');
