import type { WithheldSecret } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { type CommandIo, columnsOf } from '../command-io.js';
import { titledRows } from './table.js';
import { type TextLayout, colorsFor } from './text-layout.js';

/** Where secrets were replaced and what found them; nothing without any. */
export function secretList(secrets: readonly WithheldSecret[], layout: TextLayout): string {
  const rows = secrets.map(({ rule, place }) => [rule, toTerminalLine(place)]);
  return titledRows('Secrets that were replaced', rows, layout);
}

/** The same on standard error, for commands that print nothing else there. */
export function printSecrets(secrets: readonly WithheldSecret[], io: CommandIo): void {
  const layout = { colors: colorsFor(io.stderr, io.environment), columns: columnsOf(io.stderr) };
  const list = secretList(secrets, layout);
  if (list !== '') io.stderr.write(`${list}\n`);
}
