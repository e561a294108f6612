import { join } from 'node:path';

import type { Connection } from '@lancedb/lancedb';

import { loadLance } from '../database/lance-module.js';
import { notes } from '../test-support/notes-table.js';
import { TemporaryDatabases } from '../test-support/temporary-database.js';
import { createTable, replaceTable } from './create-table.js';

/** A connection that overwrites as the library does when a table changes between its look and its commit. */
function overwriting(connection: Connection, meanwhile: () => Promise<unknown> = async () => undefined): Connection {
  return new Proxy(connection, {
    get: (target, name) =>
      name === 'createEmptyTable'
        ? async (table: string, schema: Parameters<Connection['createEmptyTable']>[1]) => {
            await meanwhile();
            return target.createEmptyTable(table, schema, { mode: 'overwrite' });
          }
        : (Reflect.get(target, name) as unknown),
  });
}

describe('making tables through the library', () => {
  const temporary = new TemporaryDatabases();

  afterEach(() => temporary.dispose());

  const open = async () => {
    const address = join(await temporary.folder(), 'db');
    const modules = await loadLance();
    const connection = await modules.lance.connect(address);
    return { address, store: { ...modules, connection, files: undefined, isRemote: false } };
  };

  it('makes a table, and says so when there is one', async () => {
    const { address, store } = await open();

    expect(await createTable(store, notes)).toBe(true);
    expect(await createTable(store, notes)).toBe(false);
    expect((await temporary.openAt(address).table(notes)).origin).toBe('existing');
  });

  it('brings back a table that the library has overwritten', async () => {
    const { address, store } = await open();
    const another = await temporary.openAt(address).table(notes);
    await another.upsert([{ id: 'faster' }]);

    expect(await createTable({ ...store, connection: overwriting(store.connection) }, notes)).toBe(false);

    expect([...(await another.get(['faster'])).keys()]).toEqual(['faster']);
  });

  it('replaces a table, but not one that another writer has replaced since it was opened', async () => {
    const { address, store } = await open();
    const outdated = await temporary.openAt(address).table(notes);
    await outdated.upsert([{ id: 'old' }]);
    const native = await store.connection.openTable(notes.name);
    const another = async (): Promise<void> => {
      expect(await replaceTable(store, notes, await store.connection.openTable(notes.name))).toBe(true);
      await outdated.upsert([{ id: 'faster' }]);
    };

    const connection = overwriting(store.connection, another);
    expect(await replaceTable({ ...store, connection }, notes, native)).toBe(false);

    expect([...(await outdated.get(['old', 'faster'])).keys()]).toEqual(['faster']);
  });
});
