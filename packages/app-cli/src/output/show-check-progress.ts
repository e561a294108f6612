import type { CheckProgress } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { formatCount } from './numbers.js';
import { showProgressLine } from './progress-line.js';

/** Checks under a line that says what is being looked at. */
export function showCheckProgress<T>(
  io: CommandIo,
  work: (onProgress: ((progress: CheckProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  const lineOf = ({ name, checked }: CheckProgress): string => `Checking ${name}: ${formatCount(checked)}`;
  return showProgressLine(io, { lineOf }, work);
}
