import type { WithheldSecret } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import { type CommandIo, columnsOf } from '../command-io.js';
import { titledRows } from './table.js';
import { type TextLayout, colorsFor } from './text-layout.js';

/** Replaced secrets with the rules that found them; '' without any. */
export function secretList(secrets: readonly WithheldSecret[], layout: TextLayout): string {
  const rows = secrets.map(({ rule, place }) => [rule, toTerminalLine(place)]);
  return titledRows('Secrets that were replaced', rows, layout);
}

/** Prints {@link secretList} to standard error. */
export function printSecrets(secrets: readonly WithheldSecret[], io: CommandIo): void {
  const layout = { colors: colorsFor(io.stderr, io.environment), columns: columnsOf(io.stderr) };
  const list = secretList(secrets, layout);
  if (list !== '') io.stderr.write(`${list}\n`);
}
