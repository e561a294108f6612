import { resolve } from 'node:path';

import { type ILexichordRuntime, IWorkspaceGuard } from '@lexichord/abstractions';
import { type InputJudge, inputJudge, judgeInputPath } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';

/**
 * A file that the command line names may lie anywhere, but not have a name that the workspace denies.
 *
 * @param name as the user wrote it; `-` is standard input
 * @returns what judges the file by the same rules once it is open, as the name may lead to another by then
 * @throws {PathDeniedError}
 */
export async function requireReadableInput(
  name: string,
  { workingDirectory }: Pick<CommandIo, 'workingDirectory'>,
  runtime: ILexichordRuntime,
): Promise<InputJudge> {
  const judge = inputJudge(name, runtime.resolve(IWorkspaceGuard));
  if (name !== '-') await judgeInputPath(resolve(workingDirectory, name), judge);
  return judge;
}
