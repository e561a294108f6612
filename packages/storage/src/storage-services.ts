import type { IClock, IIdSource, ILogger, IStateFolder } from '@lexichord/abstractions';

import type { Flush } from './durability/table-flusher.js';

/** Services of the host for a database. */
export interface StorageServices {
  readonly clock: IClock;
  readonly idSource: IIdSource;
  readonly logger: ILogger;
  /** The folder of state, for tables that are confined to it. */
  readonly stateFolder?: Pick<IStateFolder, 'prepare' | 'verify'> | undefined;
  /** Returns a number of at least 0 and below 1, which spreads retries. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Functions that flush files of a folder. Default: those of the operating system. */
  readonly flush?: Flush | undefined;
  /** Whether this process repairs the store, and may write while others may not. Default: false. */
  readonly holdsRepairLock?: boolean | undefined;
  /** Environment with credentials of object storage. Default: the environment of the process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}
