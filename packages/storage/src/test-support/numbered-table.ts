import { column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';

/** A table that is kept, of rows with a number. */
export const numbered = defineTable({
  name: 'numbered',
  version: 1,
  columns: { id: column.string(), number: column.float64() },
  key: 'id',
  derived: false,
  checksummed: true,
});

/** Rows numbered from 0. */
export function numberedRows(count: number): readonly { readonly id: string; readonly number: number }[] {
  return Array.from({ length: count }, (_, number) => ({ id: `row ${number}`, number }));
}
