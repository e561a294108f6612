import 'reflect-metadata';
import { rm } from 'node:fs/promises';
import {
  type CheckReport,
  type IStateCheck,
  IStateFolder,
  type StateCheckOptions,
  isLexichordError,
} from '@lexichord/abstractions';
import { CheckTally } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { PackRecordFile, packRecordPath } from './pack-record-file.js';

/** Whether the record of the last pack can be read; one that cannot is removed where repairs are wanted. */
@injectable()
export class PackRecordCheck implements IStateCheck {
  constructor(@inject(IStateFolder) private readonly folder: Pick<IStateFolder, 'path' | 'prepare'>) {}

  async run(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    const { signal, repairs = false } = options;
    const tally = new CheckTally({ kind: 'last-pack', name: 'record of the last pack' }, options);
    try {
      if ((await new PackRecordFile(this.folder).last({ signal })) !== undefined) tally.count();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isLexichordError(error)) throw error;
      tally.count();
      const path = packRecordPath(this.folder);
      if (repairs) await rm(path, { recursive: true, force: true });
      const problem = repairs ? 'It could not be read, and was removed.' : error.message;
      tally.find({ subject: path, problem, isMended: repairs });
    }
    return [tally.report()];
  }
}
