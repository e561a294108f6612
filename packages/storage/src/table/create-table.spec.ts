import { join } from 'node:path';

import type { Connection, CreateTableOptions, Table as NativeTable } from '@lancedb/lancedb';

import { loadLance } from '../database/lance-module.js';
import { notes } from '../test-support/notes-table.js';
import { TemporaryDatabases } from '../test-support/temporary-database.js';
import { createTable, replaceTable } from './create-table.js';

type CreateEmptyTable = (
  name: string,
  schema: Parameters<Connection['createEmptyTable']>[1],
  options?: Partial<CreateTableOptions>,
) => Promise<NativeTable>;

/** A connection that makes tables in a way of its own. */
function making(connection: Connection, make: (original: CreateEmptyTable) => CreateEmptyTable): Connection {
  return new Proxy(connection, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== 'function') return value;
      const bound = value.bind(target) as CreateEmptyTable;
      return name === 'createEmptyTable' ? make(bound) : bound;
    },
  });
}

/** As the library does when a table changes between its look and its commit. */
const overwriting =
  (meanwhile: () => Promise<unknown> = async () => undefined) =>
  (original: CreateEmptyTable): CreateEmptyTable =>
  async (name, schema) => {
    await meanwhile();
    return original(name, schema, { mode: 'overwrite' });
  };

describe('making tables through the library', () => {
  const temporary = new TemporaryDatabases();

  afterEach(() => temporary.dispose());

  const open = async () => {
    const address = join(await temporary.folder(), 'db');
    const modules = await loadLance();
    const connection = await modules.lance.connect(address);
    const store = (make: (original: CreateEmptyTable) => CreateEmptyTable = (original) => original) => ({
      ...modules,
      connection,
      connectStill: async () => making(await modules.lance.connect(address), make),
      files: undefined,
      root: undefined,
      isRemote: false,
    });
    return { address, store };
  };

  it('makes a table, and says so when there is one', async () => {
    const { address, store } = await open();

    expect(await createTable(store(), notes)).toBe(true);
    expect(await createTable(store(), notes)).toBe(false);
    expect((await temporary.openAt(address).table(notes)).origin).toBe('existing');
  });

  it('brings back a table that the library has overwritten', async () => {
    const { address, store } = await open();
    const another = await temporary.openAt(address).table(notes);
    await another.upsert([{ id: 'faster' }]);

    expect(await createTable(store(overwriting()), notes)).toBe(false);

    expect([...(await another.get(['faster'])).keys()]).toEqual(['faster']);
  });

  it('leaves what another writer commits to the table that was just made', async () => {
    const { address, store } = await open();
    const database = temporary.openAt(address);
    const goOn =
      (original: CreateEmptyTable): CreateEmptyTable =>
      async (...given) => {
        const made = await original(...given);
        await (await database.table(notes)).upsert([{ id: 'next' }]);
        return made;
      };

    expect(await createTable(store(goOn), notes)).toBe(true);

    expect([...(await (await database.table(notes)).get(['next'])).keys()]).toEqual(['next']);
  });

  it('replaces a table, but not one that another writer has replaced since it was seen', async () => {
    const { address, store } = await open();
    const outdated = await temporary.openAt(address).table(notes);
    await outdated.upsert([{ id: 'old' }]);
    const seenVersion = await outdated.version();
    const another = async (): Promise<void> => {
      expect(await replaceTable(store(), notes, seenVersion)).toBe(true);
      await outdated.upsert([{ id: 'faster' }]);
    };

    expect(await replaceTable(store(overwriting(another)), notes, seenVersion)).toBe(false);

    expect([...(await outdated.get(['old', 'faster'])).keys()]).toEqual(['faster']);
  });
});
