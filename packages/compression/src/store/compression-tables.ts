import { type RowOf, type TableSchema, column, defineTable } from '@lexichord/storage';

import { renderingVersion } from '../render/render-messages.js';

/** Everything that was ever said, record by record. It is not derived: nobody else has it. */
const logColumns = {
  /** `<hash>-<number of the record>`; of a head `<hash>-head`. */
  key: column.string(),
  /** First digits of the hash of the conversation's id. */
  conversation: column.string(),
  /** A kind of record; `head` for the row that every commit changes. */
  kind: column.string(),
  /** Tells a conversation from one that had its id, and was removed. */
  life: column.int32(),
  /** Number of the record, from 0; of a head -1. */
  record: column.int32(),
  /** Messages before it; of a head -1. */
  index: column.int32(),
  /** By its index; see {@link rowPlace}. */
  place: column.float64(),
  /** Of the message; of a head the conversation's. */
  id: column.string(),
  before: column.string(),
  text: column.string(),
  /** When the last record was added; of a head alone. */
  changedMs: column.optional(column.timestamp()),
};
export type LogRow = RowOf<typeof logColumns>;

export const logTable: TableSchema<LogRow> = defineTable({
  name: 'conversation-log',
  version: 2,
  columns: logColumns,
  key: 'key',
  indexedColumns: ['place'],
  derived: false,
  checksummed: true,
  migrations: { 2: { addChecksums: true } },
});

/** Where closed segments begin and end, and their anchors: they must never change, so that they are not derived. */
const segmentColumns = {
  /** The segment's id; of a conversation's head `<hash>-0`. */
  key: column.string(),
  conversation: column.string(),
  conversationId: column.string(),
  /** As in the log. */
  life: column.int32(),
  /** From 1; of a head 0. */
  number: column.int32(),
  /** By its number. */
  place: column.float64(),
  firstMessage: column.int32(),
  messageCount: column.int32(),
  /** JSON; empty where each is `m<index>`. Of a head: how far segments are closed. */
  messageIds: column.string(),
  /** JSON, by level. */
  tokenCounts: column.string(),
  /** JSON. */
  anchors: column.string(),
  startedMs: column.optional(column.timestamp()),
  endedMs: column.optional(column.timestamp()),
  /** Version of the rendering that tokens and anchors are of; absent for the first. */
  rendering: column.optional(column.int32()),
};
export type SegmentRow = RowOf<typeof segmentColumns>;

export const segmentTable: TableSchema<SegmentRow> = defineTable({
  name: 'conversation-segments',
  version: 3,
  columns: segmentColumns,
  key: 'key',
  indexedColumns: ['place'],
  derived: false,
  checksummed: true,
  // There are tables of version 2 with the column and without it.
  migrations: { 2: { add: { rendering: null }, addChecksums: true }, 3: { add: { rendering: null } } },
});

export const levelTableName = 'compressed-segments';

/** Raised when rules make other levels of the same segment, or when something else is stored of a level. */
const extractionVersion = 1;

/**
 * What segments were compressed to. Derived: it can be made again from the originals. Its version has that of the rendering in
 * it, so that no level that was made in another way is read.
 */
const levelColumns = {
  /** `<segment id>:<level>`. */
  key: column.string(),
  conversation: column.string(),
  number: column.int32(),
  level: column.int32(),
  /** By its number and level. */
  place: column.float64(),
  content: column.string(),
  /** JSON of whatever else there is. */
  rest: column.string(),
  storedMs: column.timestamp(),
};
export type LevelRow = RowOf<typeof levelColumns>;

export const levelTable: TableSchema<LevelRow> = defineTable({
  name: levelTableName,
  version: renderingVersion + extractionVersion,
  columns: levelColumns,
  key: 'key',
  indexedColumns: ['place'],
  derived: true,
  // What was changed is made again.
  checksummed: true,
});

/**
 * Tables of conversation memory that can be made again from the others: a repair may remove them. By name, what makes each
 * again.
 */
export const derivedCompressionTables: Readonly<Record<string, string>> = {
  [levelTableName]: 'Whatever shows, recalls or adds to a conversation makes again what it needs of it.',
};

/**
 * Where a row of a conversation stands, as one number: the hash of the conversation, then the number of the row in it. One
 * comparison then finds a part of a conversation by the table's sorted index, in half the time that two take. The digits of
 * the hash that fit in are fewer than there are, so that rows of another conversation may stand in the same place:
 * whoever reads compares the conversation too.
 */
const hashBits = 26;
const rowsPerConversation = 2 ** 27;

/** @param conversation the 8 hexadecimal digits of its hash */
export function rowPlace(conversation: string, row: number): number {
  const hash = Number.parseInt(conversation, 16) >>> (32 - hashBits);
  return hash * rowsPerConversation + row;
}

/** The place behind all rows of a conversation. */
export function placeBehind(conversation: string): number {
  return rowPlace(conversation, rowsPerConversation);
}
