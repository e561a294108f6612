import 'reflect-metadata';
import { createReadStream } from 'node:fs';

import { RandomIdSource, SilentLogger, SystemClock } from '@lexichord/platform';
import { openDatabase } from '@lexichord/storage';

import { addFileMessages } from '../../file/add-file-messages.js';
import { CompressionStore } from '../compression-store.js';
import { Removals } from '../removals.js';

/*
 * A child process of a spec: `add-until-stopped.ts ADDRESS file FILE` adds a file to the conversation `c`, and writes a
 * line with the number of its messages for each batch that the store has acknowledged. `… rounds NAME ROUNDS` adds so
 * many times five messages of its own, and writes a line for each time.
 */
const [address = '', mode = '', what = '', rounds = ''] = process.argv.slice(2);
const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new SilentLogger() };
const database = openDatabase({ address }, services);
const store = new CompressionStore(database, services.clock, services.logger, new Removals());
const say = (line: number): void => void process.stdout.write(`${line}\n`);

process.stdout.write('ready\n');
if (mode === 'file') {
  await addFileMessages(store, 'c', createReadStream(what), { onBatch: ({ messages }) => say(messages) });
}
for (let round = 0; round < Number(rounds); round++) {
  const messages = Array.from({ length: 5 }, (_, index) => ({ role: 'user', content: `${what}-${round}-${index}` }));
  await store.append('c', messages);
  say(round);
}
await database.dispose();
