import type { BackupSource } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { usageError } from '../command-line/read-options.js';
import { openInput } from './stream-input.js';

/**
 * A backup that the command line names. It is read twice, first to see that it is whole, so it cannot be standard input.
 *
 * @throws {LexichordError} `invalid-argument` for standard input; what cannot be read throws while it is read
 */
export function backupSource(name: string, io: Pick<CommandIo, 'stdin' | 'workingDirectory'>): BackupSource {
  if (name === '-') throw usageError('A backup is read twice, so it has to be a file.', { file: name });
  return async function* read() {
    const { chunks } = await openInput(name, io);
    yield* typeof chunks === 'function' ? chunks() : chunks;
  };
}
