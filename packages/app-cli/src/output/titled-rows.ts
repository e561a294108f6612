import { type CommandIo, columnsOf } from '../command-io.js';
import { type Colors, colorsFor } from './colors.js';
import { formatTable } from './table.js';

/** How to lay text out. */
export interface TextLayout {
  readonly colors: Colors;
  readonly columns: number;
}

/** How results are laid out on standard output. */
export function layoutFor(io: CommandIo): TextLayout {
  return { colors: colorsFor(io.stdout, io.environment), columns: columnsOf(io.stdout) };
}

/** A heading with rows of two columns under it, the second as wide as is left; nothing without rows. */
export function titledRows(
  heading: string,
  rows: readonly (readonly string[])[],
  { colors, columns }: TextLayout,
): string {
  if (rows.length === 0) return '';
  const table = formatTable(rows, {
    columns: [{ heading: '' }, { heading: '', isFlexible: true }],
    width: columns,
    colors,
    wrap: true,
  });
  // The table's own heading is empty.
  return `${colors.bold(heading)}\n${table.split('\n').slice(1).join('\n')}`;
}
