import type { BackupSource, CallOptions, ILexichordRuntime } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { flagOption, requiredArgument, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { screenOutput } from '../output/screen-output.js';
import { openInput } from './read-input.js';
import { checkOutputFile, writeOutputFile } from './write-output.js';

/** What can be backed up. */
interface Archive {
  backUp(options: CallOptions): Promise<AsyncIterable<string>>;
}

/** What a backup takes. */
interface BackupContext {
  readonly invocation: Invocation;
  readonly io: CommandIo;
  readonly runtime: ILexichordRuntime;
  /** For people: `all conversations`. */
  readonly contents: string;
}

/** Writes all that an archive keeps to the file that the command line names. */
export async function writeBackupFile(
  archive: Archive,
  { invocation, io, runtime, contents }: BackupContext,
): Promise<number> {
  const file = requiredArgument(invocation, 0);
  const replaces = flagOption(invocation, 'force');
  const { signal, workingDirectory } = io;
  const output = await checkOutputFile(file, { workingDirectory, workspaceRoot: runtime.workspaceRoot, replaces });
  const shown = await screenOutput({ file }, { runtime, signal });
  // It has what was said as it was said, secrets too.
  await writeOutputFile(output, await archive.backUp({ signal }), { isPrivate: true });
  if (invocation.globals.json) printJson(shown, io);
  else io.stdout.write(`Backed up ${contents} to ${toTerminalLine(shown.file)}.\n`);
  return ExitCode.done;
}

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
