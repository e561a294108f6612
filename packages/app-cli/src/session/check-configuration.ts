import { loadConfiguration } from '@lexichord/platform';

import type { CommandIo } from '../command-io.js';
import type { GlobalOptions } from '../command-line/command-definition.js';
import { findWorkspace } from './find-workspace.js';

/** A configuration without problems. */
export interface CheckedConfiguration {
  /** Files it was read from, weakest first, as people know them. */
  readonly files: readonly string[];
  /** One sentence for people. */
  readonly message: string;
}

/** @throws {LexichordError} `invalid-configuration` with every problem */
export async function checkConfiguration(globals: GlobalOptions, io: CommandIo): Promise<CheckedConfiguration> {
  const workspaceRoot = await findWorkspace(globals, io);
  const { files } = await loadConfiguration({ workspaceRoot, environment: io.environment });
  const read =
    files.length === 0 ? 'there is no configuration file, so the defaults hold' : `read from ${files.join(' and ')}`;
  return { files, message: `The configuration is valid (${read}).` };
}
