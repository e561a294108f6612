import { describe, it } from '@jest/globals';

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
  const isRequired = process.env['LEXICHORD_REQUIRE_STRACE'] === '1';
  if (!isRequired && !RecordedDisk.isPossible()) {
    process.stderr.write(
      `SKIPPED: ${name}, because strace cannot be used (LEXICHORD_REQUIRE_STRACE=1 makes this a failure).\n`,
    );
    describe(name, () => {
      it.skip('needs strace, which cannot be used', () => undefined);
    });
    return;
  }
  describe(name, () => suite({ disk: (root) => new RecordedDisk(root) }));
}
