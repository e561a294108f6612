import type { IndexProgress, IndexReport } from '../search/index-service.js';
import type { CallOptions } from '../services/call-options.js';

/** Options of the index update before a query. */
export interface IndexRefreshOptions extends CallOptions {
  /**
   * Whether the index is updated first. Default true. Use false for many calls in a row, and while `index.watch`
   * updates it. If no file has changed, an update lists the files of the workspace and reads none. With
   * `storage.read_only` the index is never updated, and true adds a warning.
   */
  readonly refresh?: boolean | undefined;
  readonly onIndexProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Called once the index is up to date. */
  readonly onIndexReport?: ((report: IndexReport) => void) | undefined;
}
