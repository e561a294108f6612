import type { ILexichordRuntime, IndexReport } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { showIndexProgress } from '../output/show-index-progress.js';

/**
 * Brings the search index up to date, under a line that shows how far it is.
 *
 * @throws what the update throws
 */
export function refreshIndex({ index }: ILexichordRuntime, io: CommandIo): Promise<IndexReport> {
  return showIndexProgress(io, (onProgress) => index.update({ onProgress, signal: io.signal }));
}
