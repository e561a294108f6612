import {
  type CallOptions,
  IClock,
  IIdSource,
  ILogger,
  IStateFolder,
  type IStoreDoctor,
  type TableRepair,
  type TableReport,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { IDatabase } from '../database/database.js';
import { StorageOptions } from '../storage-options.js';
import { repairDatabase } from './repair-database.js';

/** Inspects and repairs the tables at the container's storage address. */
@injectable()
export class StoreDoctor implements IStoreDoctor {
  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(StorageOptions) private readonly options: StorageOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(IIdSource) private readonly idSource: IIdSource,
    @inject(ILogger) private readonly logger: ILogger,
    @inject(IStateFolder, { isOptional: true }) private readonly stateFolder?: IStateFolder,
  ) {}

  inspect(options: CallOptions = {}): Promise<readonly TableReport[]> {
    return this.database.inspect(options);
  }

  repair({ signal }: CallOptions = {}): Promise<readonly TableRepair[]> {
    const { clock, idSource, logger, stateFolder } = this;
    const { derivedTables } = this.options;
    return repairDatabase(this.options, { clock, idSource, logger, stateFolder }, { derivedTables, signal });
  }
}
