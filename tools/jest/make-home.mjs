import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the processes of a test run a home folder of their own, so that nothing is kept in, or read from, that of whoever
 * runs the tests. Jest calls it once for each project.
 */
export default function makeHome() {
  if (process.env.LEXICHORD_TEST_HOME !== undefined) return;
  const home = mkdtempSync(join(tmpdir(), 'lexichord-home-'));
  Object.assign(process.env, { LEXICHORD_TEST_HOME: home, HOME: home, USERPROFILE: home });
  for (const name of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME']) delete process.env[name];
}
