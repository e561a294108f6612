import {
  ErrorCode,
  type ILexichordRuntime,
  IPackRecorder,
  LexichordError,
  type PackRecord,
} from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';

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
  if (record !== undefined) return record;
  throw new LexichordError(
    ErrorCode.notFound,
    'Nothing was packed in this workspace yet. Run "lexichord pack <task>" first.',
  );
}
