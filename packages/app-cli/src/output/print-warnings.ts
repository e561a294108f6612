import { toTerminalText } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import { colorsFor } from './text-layout.js';

/** Prints each warning on a line of standard error. */
export function printWarnings(warnings: readonly string[], io: CommandIo): void {
  const { yellow } = colorsFor(io.stderr, io.environment);
  for (const warning of warnings) io.stderr.write(`${yellow('warning:')} ${toTerminalText(warning)}\n`);
}
