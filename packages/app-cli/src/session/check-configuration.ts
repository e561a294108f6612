import type { ILexichordRuntime } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { withRuntime } from './with-runtime.js';

/** A configuration with which a workspace can be opened. */
export interface CheckedConfiguration {
  /** Files it was read from, weakest first, as people know them. */
  readonly files: readonly string[];
  /** What is doubtful in it; on standard error already, unless the output is JSON. */
  readonly warnings: readonly string[];
  /** One sentence for people. */
  readonly message: string;
  /** The workspace, opened with it. */
  readonly runtime: ILexichordRuntime;
}

/**
 * Opens the workspace, because not everything is wrong by the schema alone: a model may have no known tokenizer.
 *
 * @throws {LexichordError} `invalid-configuration` with every problem
 */
export async function withCheckedConfiguration(
  globals: GlobalOptions,
  io: CommandIo,
  work: (checked: CheckedConfiguration) => number | Promise<number>,
): Promise<number> {
  return withRuntime({ globals, io }, async ({ runtime, settings }) => {
    const { files } = settings.configuration;
    const read =
      files.length === 0 ? 'there is no configuration file, so the defaults hold' : `read from ${files.join(' and ')}`;
    const message = `The configuration is valid (${read}).`;
    return work({ files, warnings: runtime.configurationWarnings, message, runtime });
  });
}
