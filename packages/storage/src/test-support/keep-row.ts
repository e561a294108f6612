import 'reflect-metadata';
import { RandomIdSource, SilentLogger, SystemClock } from '@lexichord/platform';

import { openDatabase } from '../open-database.js';
import { versionedTable } from './versioned-table.js';

/*
 * A child process of a spec: `keep-row.ts ADDRESS VERSION ID` opens a table as a version of Lexichord does, keeps a row, and
 * writes its id.
 */
const [address = '', version = '', id = ''] = process.argv.slice(2);
const services = { clock: new SystemClock(), idSource: new RandomIdSource(), logger: new SilentLogger() };
const database = openDatabase({ address }, services);
const table = await database.table(versionedTable(version === '1' ? 1 : 2));
await table.upsert([{ id, text: `Row ${id}.` }]);
process.stdout.write(`${id}\n`);
await database.dispose();
