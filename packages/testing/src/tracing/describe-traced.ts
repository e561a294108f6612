import { describe } from '@jest/globals';

import { skipSuite } from '../environment/skip-suite.js';
import { RecordedDisk } from './recorded-disk.js';

/**
 * Runs a suite whose commands are traced. Where `strace` is not installed, or may not trace, the suite is skipped with one
 * loud line, or fails if `LEXICHORD_REQUIRE_STRACE=1` is set.
 *
 * @param suite defines tests; `disk` records what commands do in a folder
 */
export function describeTraced(
  name: string,
  suite: (tracing: { readonly disk: (root: string) => RecordedDisk }) => void,
): void {
  const missing = { program: 'strace', problem: 'cannot be used', variable: 'LEXICHORD_REQUIRE_STRACE' } as const;
  if (!RecordedDisk.isPossible() && skipSuite(name, missing)) return;
  describe(name, () => suite({ disk: (root) => new RecordedDisk(root) }));
}
