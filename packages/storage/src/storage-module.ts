import { IClock, IIdSource, ILogger, type Token, token } from '@lexichord/abstractions';
import { oncePerContainer, parseOptions } from '@lexichord/platform';
import { type DependencyContainer, inject, injectable } from 'tsyringe';

import { IDatabase } from './database/database.js';
import { LanceDatabase } from './database/lance-database.js';
import { type StorageOptions, type StorageOptionsInput, storageOptionsSchema } from './storage-options.js';

const StorageOptionsToken: Token<StorageOptions> = token('StorageOptions');

/** The database of a container, with what the container has. */
@injectable()
class ContainerDatabase extends LanceDatabase {
  constructor(
    @inject(StorageOptionsToken) options: StorageOptions,
    @inject(IClock) clock: IClock,
    @inject(IIdSource) idSource: IIdSource,
    @inject(ILogger) logger: ILogger,
  ) {
    super(options, { clock, idSource, logger });
  }
}

/**
 * Registers the database, once per container. Does no I/O; it needs `IClock`, `IIdSource` and `ILogger`, which may be
 * registered later.
 *
 * @throws {LexichordError} `invalid-configuration`
 */
export function registerStorageModule(container: DependencyContainer, options: StorageOptionsInput): void {
  container.register(StorageOptionsToken, { useValue: parseOptions(storageOptionsSchema, options, 'storage options') });
  container.register(IDatabase, { useClass: ContainerDatabase }, oncePerContainer);
}
