import type { IndexProgress, IndexReport } from '../search/index-service.js';
import type { CallOptions } from '../services/call-options.js';

/** Whether the search index is updated before a query, and who gets the report. */
export interface IndexRefreshOptions extends CallOptions {
  /**
   * Default true. False asks the index as it is: for many calls in a row, and while `index.watch` keeps it up to date. Of
   * an index that has not changed, an update lists the files of the workspace and reads none. With `storage.read_only` the
   * index is asked as it is in any case, and true adds a warning that says so.
   */
  readonly refresh?: boolean | undefined;
  readonly onIndexProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Called once the index is up to date. */
  readonly onIndexReport?: ((report: IndexReport) => void) | undefined;
}
