import {
  ErrorCode,
  type ILexichordRuntime,
  IPackRecorder,
  LexichordError,
  type PackRecord,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { screenOutput } from '../output/screen-output.js';

/**
 * What "lexichord pack" did last in the workspace.
 *
 * @throws {LexichordError} `not-found` when nothing was packed yet
 */
export async function requireLastPack(
  runtime: ILexichordRuntime,
  { signal }: Pick<CommandIo, 'signal'>,
): Promise<PackRecord> {
  const record = await runtime.resolve(IPackRecorder).last({ signal });
  // An earlier version kept names as they were.
  if (record !== undefined) return screenOutput(record, { runtime, signal });
  throw new LexichordError(
    ErrorCode.notFound,
    'Nothing was packed in this workspace yet. Run "lexichord pack <task>" first.',
  );
}
