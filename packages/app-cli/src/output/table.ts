import CliTable from 'cli-table3';

import type { Colors, TextLayout } from './text-layout.js';

/** One column of a table without lines. */
export interface TableColumn {
  readonly heading: string;
  readonly align?: 'left' | 'right' | undefined;
  /** Gets the remaining width; its texts are shortened or wrapped. */
  readonly isFlexible?: boolean | undefined;
}

/** Columns and width of a table. */
interface TableLayout {
  readonly columns: readonly TableColumn[];
  /** Width in terminal columns that the table must not exceed. */
  readonly width: number;
  readonly colors: Colors;
  /** Breaks long texts of the flexible column at words instead of shortening them. */
  readonly wrap?: boolean | undefined;
}

const gap = 2;
const indent = 2;
const minFlexibleWidth = 10;

/** Rows under dim headings, columns two spaces apart, indented by two. Cells hold no line ends. */
export function formatTable(rows: readonly (readonly string[])[], layout: TableLayout): string {
  const table = new CliTable({
    head: layout.columns.map(({ heading }) => layout.colors.dim(heading)),
    chars: borderless,
    style: { 'padding-left': 0, 'padding-right': gap, head: [], border: [], compact: true },
    colAligns: layout.columns.map(({ align }) => align ?? 'left'),
    colWidths: layout.columns.map((column, index) => widthOf(column, index, { rows, layout })),
    wordWrap: layout.wrap === true,
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => `${' '.repeat(indent)}${line}`.trimEnd())
    .join('\n');
}

/** Flexible columns share the remaining width; the others are as wide as their longest text, which is plain ASCII. */
function widthOf(
  column: TableColumn,
  index: number,
  { rows, layout }: { readonly rows: readonly (readonly string[])[]; readonly layout: TableLayout },
): number | null {
  if (column.isFlexible !== true) return null;
  const others = layout.columns.map((other, at) =>
    other.isFlexible === true ? 0 : Math.max(other.heading.length, ...rows.map((row) => row[at]?.length ?? 0)) + gap,
  );
  const flexible = layout.columns.filter(({ isFlexible }) => isFlexible === true).length;
  const left = layout.width - indent - others.reduce((sum, width) => sum + width, 0);
  const natural = Math.max(column.heading.length, ...rows.map((row) => stringCells(row[index] ?? ''))) + gap;
  return Math.min(natural, Math.max(minFlexibleWidth, Math.floor(left / flexible)) + gap);
}

/** An upper bound of a text's width: no character is wider than two cells, and ASCII takes one. */
function stringCells(text: string): number {
  return Array.from(text).reduce((cells, character) => cells + ((character.codePointAt(0) ?? 0) < 0x300 ? 1 : 2), 0);
}

const borderless = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

/** A heading with rows of two columns, the second gets the remaining width; '' without rows. */
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
