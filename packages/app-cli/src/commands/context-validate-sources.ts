import { type CallOptions, type ILexichordRuntime, IWorkspaceGuard, isLexichordError } from '@lexichord/abstractions';
import { hasSecretPlaceholder } from '@lexichord/secrets/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { listArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { screenPaths } from '../output/screen-output.js';
import { colorsFor } from '../output/text-layout.js';
import { allChunks } from '../packing/find-chunk.js';
import { requireLastPack } from '../packing/last-pack.js';
import { pathInWorkspace } from '../packing/named-files.js';
import { withRuntime } from '../session/with-runtime.js';

/** Whether a source may be packed. */
interface Validation {
  readonly path: string;
  readonly valid: boolean;
  /** An error code such as `path-denied`. */
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
}

/** `lexichord context validate-sources` (T-016, troubleshooting 1): exit code 1 when a source is rejected. */
export const runContextValidateSources: CommandRun = (invocation, io) => {
  const paths = listArgument(invocation, 0);
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    const { signal } = io;
    const { workingDirectory } = io;
    const { workspaceRoot } = runtime;
    const named = await Promise.all(paths.map((path) => pathInWorkspace(path, { workingDirectory, workspaceRoot })));
    const found =
      named.length > 0 ? await validateAll(named, runtime, { signal }) : await validateLastPack(runtime, io);
    const rejected = found.filter(({ valid }) => !valid).length;
    const validations = await screenPaths(found, { runtime, signal }, 'path');
    if (globals.json) printJson({ sources: validations, valid: validations.length - rejected, rejected }, io);
    else printValidations(validations, rejected, io);
    return rejected === 0 ? ExitCode.done : ExitCode.failed;
  });
};

/** Checks the files of the last pack as they are now, and adds the sources it rejected. */
async function validateLastPack(runtime: ILexichordRuntime, io: CommandIo): Promise<readonly Validation[]> {
  const record = await requireLastPack(runtime, io);
  const chunks = allChunks(record);
  const files = new Set(chunks.map(({ filePath }) => filePath));
  // Files that the change has removed may be missing.
  const present = new Set(chunks.filter(({ relation }) => relation?.role !== 'before').map(({ filePath }) => filePath));
  // A path that contains a secret is recorded with a placeholder and cannot be opened.
  const paths = [...present].filter((path) => !path.startsWith('tool:') && !hasSecretPlaceholder(path));
  const rejected = record.packed.rejectedSources
    .filter(({ filePath }) => !files.has(filePath))
    .map(({ filePath, reason, message }) => ({ path: filePath, valid: false, reason, message }));
  return [...(await validateAll(paths, runtime, { signal: io.signal })), ...rejected];
}

async function validateAll(
  paths: readonly string[],
  runtime: ILexichordRuntime,
  options: CallOptions,
): Promise<readonly Validation[]> {
  const validations: Validation[] = [];
  for (const path of paths) validations.push(await validate(path, runtime, options));
  return validations;
}

async function validate(path: string, runtime: ILexichordRuntime, options: CallOptions): Promise<Validation> {
  try {
    await runtime.resolve(IWorkspaceGuard).check(path, options);
    // The content is checked too, because binary files are rejected.
    await runtime.editor.getDocument(path, options);
    return { path, valid: true };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!isLexichordError(error)) throw error;
    return { path, valid: false, reason: error.code, message: error.message };
  }
}

function printValidations(validations: readonly Validation[], rejected: number, io: CommandIo): void {
  const { green, red, dim } = colorsFor(io.stdout, io.environment);
  for (const { path, valid, reason, message } of validations) {
    const outcome = valid
      ? green('PASS')
      : `${red('FAIL')} (${reason ?? 'unknown'}) ${dim(toTerminalLine(message ?? ''))}`;
    io.stdout.write(`${toTerminalLine(path)}: ${outcome}\n`);
  }
  const separator = validations.length === 0 ? '' : '\n';
  io.stdout.write(
    `${separator}${formatCount(validations.length - rejected)} valid, ${formatCount(rejected)} rejected\n`,
  );
}
