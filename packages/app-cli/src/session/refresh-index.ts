import { type ILexichordRuntime, IIndexService, type IndexReport } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { showIndexProgress } from '../output/show-index-progress.js';

/**
 * Brings the search index up to date, under a line that shows how far it is.
 *
 * @throws what the update throws
 */
export async function refreshIndex(runtime: ILexichordRuntime, io: CommandIo): Promise<IndexReport> {
  const index = runtime.resolve(IIndexService);
  return showIndexProgress(io, (onProgress) => index.update({ onProgress, signal: io.signal }));
}
