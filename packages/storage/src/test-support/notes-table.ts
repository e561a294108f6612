import { type RowOf, column } from '../schema/column.js';
import { defineTable } from '../schema/table-schema.js';

export const noteColumns = {
  id: column.string(),
  title: column.optional(column.string()),
  line: column.optional(column.int32()),
  weight: column.optional(column.float64()),
  pinned: column.optional(column.boolean()),
  seenAt: column.optional(column.timestamp()),
  tags: column.optional(column.stringList()),
  tokens: column.optional(column.string()),
  vector: column.optional(column.vector(4)),
  bytes: column.optional(column.byteVector(3)),
} as const;

/** A table with a column of every kind. */
export const notes = defineTable({
  name: 'notes',
  version: 1,
  columns: noteColumns,
  key: 'id',
  textColumns: ['tokens'],
  derived: true,
});

export type Note = RowOf<typeof noteColumns>;
