import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import makeHome from './make-home.mjs';

const buildRankTables = fileURLToPath(new URL('../token-assets/build-rank-tables.mjs', import.meta.url));

/** What a run of specs needs: the token counter's tables, which are not committed, and a home folder of its own. */
export default function prepareRun() {
  // Jest calls it once for each project.
  if (process.env.LEXICHORD_TEST_HOME !== undefined) return;
  execFileSync(process.execPath, [buildRankTables], { env: { ...process.env, NODE_OPTIONS: '' } });
  makeHome();
}
