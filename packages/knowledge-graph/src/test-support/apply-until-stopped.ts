import 'reflect-metadata';
import { RandomIdSource, SilentLogger, SystemClock } from '@lexichord/platform';
import { openDatabase } from '@lexichord/storage';

import { FactStore } from '../store/fact-store.js';
import { aRelationship, anEntity } from './a-statement.js';

/*
 * A child process of a spec: `apply-until-stopped.ts ADDRESS WRITER ROUNDS SIZE`. Each round replaces a document of the
 * writer's own by one with as many entities in a chain, all of this round, and states one more entity in a document that
 * all writers share. Writes a line for each round that the store has acknowledged.
 */
const [address = '', writer = '', rounds = '', size = ''] = process.argv.slice(2);
const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new SilentLogger() };
const database = openDatabase({ address }, services);
const { clock, idSource, logger } = services;
const store = new FactStore(database, clock, idSource, logger, { workspace: 'workspace' });
await store.graph();

process.stdout.write('ready\n');
for (let round = 0; round < Number(rounds); round++) {
  const numbers = Array.from({ length: Number(size) }, (_, number) => number);
  const own = `${writer}.md`;
  await store.apply({
    replacedDocuments: [own],
    entities: [
      ...numbers.map((number) => anEntity(`Term ${writer}-${number}`, own, { properties: { round } })),
      anEntity(`Term shared-${writer}-${round}`, 'shared.md'),
    ],
    relationships: numbers.slice(1).map((number) =>
      aRelationship(`Term ${writer}-${number - 1} related-to Term ${writer}-${number}`, own, {
        properties: { round },
      }),
    ),
  });
  process.stdout.write(`${round}\n`);
}
await database.dispose();
