import type { WithheldSecret } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import { columnsOf } from '../command-io.js';
import { colorsFor } from './colors.js';
import { toTerminalLine } from './terminal-text.js';
import { type TextLayout, titledRows } from './titled-rows.js';

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
