import { readFileSync } from 'node:fs';

import { openWarmServer } from '@lexichord/control/server';
import { SystemClock } from '@lexichord/platform';

import { programIdentity } from '../warm/program-identity.js';

// Holds a workspace warm, prints the first half of a file in pieces as the answer to each command, and then no more.
const [workspaceRoot = '', cache = '', file = ''] = process.argv.slice(2);
const answer = readFileSync(file, 'utf8');
const pieceLength = 100;

await openWarmServer({
  ...{ workspaceRoot, kind: 'serve', identity: programIdentity, clock: new SystemClock() },
  environment: { XDG_CACHE_HOME: cache },
  run: (_request, { stdout, stderr }) => {
    stderr('Indexing 1 of 2 files\n');
    for (let start = 0; start < answer.length / 2; start += pieceLength) {
      stdout(answer.slice(start, Math.min(start + pieceLength, answer.length / 2)));
    }
    return new Promise(() => undefined);
  },
});
process.stdout.write('serving\n');
