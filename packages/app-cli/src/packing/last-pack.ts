import {
  ErrorCode,
  type ILexichordRuntime,
  IPackRecorder,
  LexichordError,
  type PackRecord,
} from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo } from '../command-io.js';

/** The record of the last pack in the workspace.
 *
 * @throws {LexichordError} `not-found` when nothing was packed yet
 */
export async function requireLastPack(
  runtime: ILexichordRuntime,
  { signal }: Pick<CommandIo, 'signal'>,
): Promise<PackRecord> {
  const record = await runtime.resolve(IPackRecorder).last({ signal });
  // Records of an earlier version contain unscreened names.
  if (record !== undefined) return screenOutput(record, { runtime, signal });
  throw new LexichordError(
    ErrorCode.notFound,
    'There is no pack in this workspace yet. Run "lexichord pack <task>" first.',
  );
}
