import { jest as jestOfModules } from '@jest/globals';
import { SystemClock } from '@lexichord/platform';
import { RecordingLogger, SequentialIdSource } from '@lexichord/testing';

/** LanceDB's log level at the moment it was loaded, each time it was. */
const loads: (string | undefined)[] = [];

jestOfModules.unstable_mockModule('@lancedb/lancedb', () => {
  loads.push(process.env['LANCEDB_LOG']);
  class Session {}
  return { Session, connect: () => Promise.reject(new TypeError('Permission denied (os error 13)')) };
});
const { openDatabase } = await import('../open-database.js');
const { notes } = await import('../test-support/notes-table.js');

describe('loadLance', () => {
  it('loads LanceDB when a table is first needed, quiet, and once', async () => {
    const services = { clock: new SystemClock(), idSource: new SequentialIdSource(), logger: new RecordingLogger() };
    const database = openDatabase({ address: '/nowhere/lexichord' }, services);

    await database.existingTable(notes);
    await database.tableNames();
    await database.fingerprint('notes');
    const before = [...loads];
    await expect(database.table(notes)).rejects.toMatchObject({ details: { fault: 'denied' } });
    await expect(database.table(notes)).rejects.toMatchObject({ details: { fault: 'denied' } });

    expect(before).toEqual([]);
    expect(loads).toEqual(['error']);
  });
});
