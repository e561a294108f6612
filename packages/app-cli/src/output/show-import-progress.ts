import type { ImportProgress } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { countOf, formatCount } from './numbers.js';
import { showProgressLine } from './progress-line.js';

/** Imports under a line that shows how far it is. */
export function showImportProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: ImportProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  const isUrgent = ({ filesDone, filesTotal }: ImportProgress): boolean => filesDone === filesTotal;
  return showProgressLine(io, { lineOf: importLine, isUrgent }, work);
}

/** When all files are read, the facts are stored and made searchable, which takes longest. */
export function importLine({ filesDone, filesTotal, entities }: ImportProgress): string {
  const found = `${formatCount(entities)} ${entities === 1 ? 'entity' : 'entities'}`;
  if (filesDone === filesTotal) return `Storing ${found} of ${countOf(filesTotal, 'file')}`;
  return `Reading ${formatCount(filesDone)} of ${countOf(filesTotal, 'file')}, ${found}`;
}
