import { lstat, readdir } from 'node:fs/promises';

import {
  type CheckReport,
  type IStateCheck,
  type IStateFolder,
  type StateCheckOptions,
  isLexichordError,
} from '@lexichord/abstractions';
import { CheckTally, ignoreMissing } from '@lexichord/platform/internal';

import { originPath, readOrigin } from './origin.js';
import type { OriginRecords } from './origin-records.js';
import type { StrategyStateFile } from './strategy-state-file.js';

/** Files of the folder of state that no other package checks. */
export interface StateFiles {
  readonly folder: IStateFolder;
  readonly records: OriginRecords;
  /** Whether the folder is used with any origin. */
  readonly isTrusted: boolean;
  readonly strategies: StrategyStateFile;
}

/** Checks that the folder's origin is in the user's records, and that the switches of strategies can be read. */
export class StateFilesCheck implements IStateCheck {
  constructor(private readonly files: StateFiles) {}

  async run(options: StateCheckOptions = {}): Promise<readonly CheckReport[]> {
    options.signal?.throwIfAborted();
    const { folder, strategies } = this.files;
    const tally = new CheckTally({ kind: 'state-files', name: 'files of the state folder' }, options);
    const names = (await readdir(folder.path).catch(ignoreMissing)) ?? [];
    if (names.length > 0) {
      tally.count();
      const problem = await this.problemOfOrigin();
      if (problem !== undefined) tally.find({ subject: originPath(folder.path), problem, isMended: false });
    }
    if ((await lstat(strategies.path).catch(ignoreMissing)) !== undefined) {
      tally.count();
      try {
        await strategies.requireReadable();
      } catch (error) {
        const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
        const reason = isLexichordError(error) ? error.message : code;
        const problem = `The enabled strategies cannot be read: ${reason}. Remove the file, and switch the strategies again.`;
        tally.find({ subject: strategies.path, problem, isMended: false });
      }
    }
    return [tally.report()];
  }

  private async problemOfOrigin(): Promise<string | undefined> {
    const { folder, records, isTrusted } = this.files;
    if (isTrusted) return undefined;
    const origin = await readOrigin(folder.path);
    if (origin === undefined) return 'It is missing or cannot be read, so the folder cannot be verified as yours.';
    if (records.has(origin.nonce)) return undefined;
    return 'It is not in your own records, so the folder is opened only with --trust-state.';
  }
}
