import 'reflect-metadata';
import { RandomIdSource, SilentLogger, SystemClock } from '@lexichord/platform';

import { openDatabase } from '../open-database.js';
import { notes } from './notes-table.js';

/*
 * A child process of a spec: `write-until-stopped.ts ADDRESS WRITER ROUNDS`. Writes rounds of 25 rows of its own and five that
 * all writers share, and a line for each round that the store has acknowledged.
 */
const [address = '', writer = '', rounds = ''] = process.argv.slice(2);
const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new SilentLogger() };
const database = openDatabase({ address, keepVersionsMs: 1_000 }, services);
const table = await database.table(notes);

process.stdout.write('ready\n');
for (let round = 0; round < Number(rounds); round++) {
  const own = Array.from({ length: 25 }, (_, index) => ({
    id: `${writer}-${round}-${index}`,
    tokens: `own ${writer}`,
  }));
  const shared = Array.from({ length: 5 }, (_, index) => ({ id: `shared-${round % 4}-${index}`, title: writer }));
  await table.upsert([...own, ...shared]);
  process.stdout.write(`${round}\n`);
  if (round % 5 === 4) await table.optimize();
}
await database.dispose();
