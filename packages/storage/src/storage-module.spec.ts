import { join } from 'node:path';

import { IClock, IIdSource, ILogger, IStateFolder, IStoreDoctor, PathDeniedError } from '@lexichord/abstractions';
import { SystemClock, resolveToken } from '@lexichord/platform';
import { PlainStateFolder, RecordingLogger, SequentialIdSource } from '@lexichord/testing';
import { type DependencyContainer, container as rootContainer } from 'tsyringe';

import { IDatabase } from './database/database.js';
import { registerStorageModule } from './storage-module.js';
import { notes } from './test-support/notes-table.js';
import { TemporaryDatabases } from './test-support/temporary-database.js';

describe('registerStorageModule', () => {
  const temporary = new TemporaryDatabases();

  afterEach(() => temporary.dispose());

  const containerFor = (options: object): DependencyContainer => {
    const container = rootContainer.createChildContainer();
    registerStorageModule(container, { options: options as { address: string } });
    container.register(ILogger, { useValue: new RecordingLogger() });
    container.register(IClock, { useValue: new SystemClock() });
    container.register(IIdSource, { useValue: new SequentialIdSource() });
    return container;
  };

  it('provides the database, once per container', async () => {
    const options = { address: 'db', baseFolder: await temporary.folder() };
    const container = containerFor(options);

    const database = resolveToken(container, IDatabase);

    expect(resolveToken(container, IDatabase)).toBe(database);
    expect(resolveToken(containerFor(options), IDatabase)).not.toBe(database);
    expect(database.address).toBe(join(options.baseFolder, 'db'));
    expect((await database.table(notes)).origin).toBe('created');
    await container.dispose();
    await database.dispose();
  });

  it('repairs nothing in a folder of state that is not this user’s', async () => {
    const folder = await temporary.folder();
    const container = containerFor({ address: join(folder, 'db'), confineTo: folder });
    container.register(IStateFolder, { useValue: new OthersStateFolder(folder) });

    const repairing = resolveToken(container, IStoreDoctor).repair();

    await expect(repairing).rejects.toMatchObject({ code: 'path-denied' });
    await container.dispose();
  });

  it.each([
    [{}, 'address'],
    [{ address: 'x', batchSize: 0 }, 'batchSize'],
    [{ address: 'x', adress: 'y' }, 'did you mean "address"'],
  ])('refuses %j', (options, problem) => {
    expect(() => containerFor(options)).toThrow(problem);
  });

  it('refuses an address that cannot be one when the database is first needed', () => {
    expect(() => resolveToken(containerFor({ address: 'ftp://host' }), IDatabase)).toThrow('Change storage.address');
  });
});

/** Somebody else has put a folder in its place. */
class OthersStateFolder extends PlainStateFolder {
  override verify(): Promise<void> {
    return Promise.reject(new PathDeniedError(this.path, 'another user made it'));
  }
}
