import type { BackupSource, CallOptions, ILexichordRuntime } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { flagOption, requiredArgument, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { printJson } from '../output/print-json.js';
import { openInput } from './read-input.js';
import { checkOutputFile, writeOutputFile } from './write-output.js';

/** A service that writes backups. */
interface Archive {
  backUp(options: CallOptions): Promise<AsyncIterable<string>>;
}

/** Options of {@link writeBackupFile}. */
interface BackupContext {
  readonly invocation: Invocation;
  readonly io: CommandIo;
  readonly runtime: ILexichordRuntime;
  /** Contents of the backup, for the message: `all conversations`. */
  readonly contents: string;
}

/** Writes the whole archive to the file of the command line. */
export async function writeBackupFile(
  archive: Archive,
  { invocation, io, runtime, contents }: BackupContext,
): Promise<number> {
  const file = requiredArgument(invocation, 0);
  const replaces = flagOption(invocation, 'force');
  const { signal, workingDirectory } = io;
  const output = await checkOutputFile(file, { workingDirectory, workspaceRoot: runtime.workspaceRoot, replaces });
  const shown = await screenOutput({ file }, { runtime, signal });
  // Private, because a backup holds original texts, secrets included.
  await writeOutputFile(output, await archive.backUp({ signal }), { isPrivate: true });
  if (invocation.globals.json) printJson(shown, io);
  else io.stdout.write(`Backed up ${contents} to ${toTerminalLine(shown.file)}.\n`);
  return ExitCode.done;
}

/**
 * A backup file named on the command line. It is read twice, first to verify it, so it cannot be standard input.
 *
 * @throws {LexichordError} `invalid-argument` for standard input; errors of reading are thrown during the read
 */
export function backupSource(name: string, io: Pick<CommandIo, 'stdin' | 'workingDirectory'>): BackupSource {
  if (name === '-') throw usageError('A backup must be a file, because it is read twice.', { file: name });
  return async function* read() {
    const { chunks } = await openInput(name, io);
    yield* typeof chunks === 'function' ? chunks() : chunks;
  };
}
