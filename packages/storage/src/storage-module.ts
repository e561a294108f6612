import { IClock, IIdSource, ILogger, IStateCheck, IStateFolder, IStoreDoctor } from '@lexichord/abstractions';
import { type ModuleSetup, oncePerContainer } from '@lexichord/platform';
import { parseOptions } from '@lexichord/platform/internal';
import { type DependencyContainer, inject, injectable } from 'tsyringe';

import { TableFilesCheck } from './check/table-files-check.js';
import { IDatabase } from './database/database.js';
import { LanceDatabase } from './database/lance-database.js';
import { StoreDoctor } from './repair/store-doctor.js';
import { StorageOptions, type StorageOptionsInput, storageOptionsSchema } from './storage-options.js';

/** The database of a container, with the container's services. */
@injectable()
class ContainerDatabase extends LanceDatabase {
  constructor(
    @inject(StorageOptions) options: StorageOptions,
    @inject(IClock) clock: IClock,
    @inject(IIdSource) idSource: IIdSource,
    @inject(ILogger) logger: ILogger,
    @inject(IStateFolder, { isOptional: true }) stateFolder?: IStateFolder,
  ) {
    super(options, { clock, idSource, logger, stateFolder });
  }
}

/**
 * Registers the database, once per container. Does no I/O; it needs `IClock`, `IIdSource` and `ILogger`, and uses
 * `IStateFolder` for tables in it; they may be registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerStorageModule(
  container: DependencyContainer,
  { options }: Required<ModuleSetup<StorageOptionsInput>>,
): void {
  container.register(StorageOptions, { useValue: parseOptions(storageOptionsSchema, options, 'storage options') });
  container.register(IDatabase, { useClass: ContainerDatabase }, oncePerContainer);
  container.register(IStoreDoctor, { useClass: StoreDoctor }, oncePerContainer);
  container.register(IStateCheck, { useClass: TableFilesCheck }, oncePerContainer);
}
