import { type RowOf, type TableSchema, column, defineTable } from '@lexichord/storage';

import { renderingVersion } from '../render/render-messages.js';

/** All messages, record by record. Not derived, because they are stored nowhere else. */
const logColumns = {
  /** `<hash>-<number of the record>`; for a head `<hash>-head`. */
  key: column.string(),
  /** First digits of the hash of the conversation's id. */
  conversation: column.string(),
  /** Kind of the record; `head` for the row that every commit changes. */
  kind: column.string(),
  /** Number of the conversation among all with its id; earlier ones were removed. */
  life: column.int32(),
  /** Number of the record, from 0; for a head -1. */
  record: column.int32(),
  /** Number of messages before it; for a head -1. */
  index: column.int32(),
  /** Position by index; see {@link rowPosition}. */
  place: column.float64(),
  /** Id of the message; for a head the id of the conversation. */
  id: column.string(),
  before: column.string(),
  text: column.string(),
  /** Time of the last record; only for a head. */
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

/** Boundaries and anchors of closed segments. Not derived, because they must never change. */
const segmentColumns = {
  /** The segment's id; for the head of a conversation's segments `<hash>-0`. */
  key: column.string(),
  conversation: column.string(),
  conversationId: column.string(),
  /** Life of the conversation, as in the log. */
  life: column.int32(),
  /** From 1; for the head 0. */
  number: column.int32(),
  /** Position by number; see {@link rowPosition}. */
  place: column.float64(),
  firstMessage: column.int32(),
  messageCount: column.int32(),
  /** JSON; empty if each is `m<index>`. For the head: the number of closed segments and of their messages. */
  messageIds: column.string(),
  /** JSON, by level. */
  tokenCounts: column.string(),
  /** JSON. */
  anchors: column.string(),
  startedMs: column.optional(column.timestamp()),
  endedMs: column.optional(column.timestamp()),
  /** Version of the rendering for tokens and anchors; absent for the first. */
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
  // Tables of version 2 exist with and without the column.
  migrations: { 2: { add: { rendering: null }, addChecksums: true }, 3: { add: { rendering: null } } },
});

export const levelTableName = 'compressed-segments';

/** Increased when extraction gives different levels, or when the stored form of a level changes. */
const extractionVersion = 3;

/**
 * Compressed levels. Derived: they can be made again from the messages. The table's version includes that of the
 * rendering, so that levels of an older rendering are not read.
 */
const levelColumns = {
  /** `<segment id>:<level>`. */
  key: column.string(),
  conversation: column.string(),
  number: column.int32(),
  level: column.int32(),
  /** Position by number and level; see {@link rowPosition}. */
  place: column.float64(),
  content: column.string(),
  /** JSON of all other fields. */
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
  // Damaged rows are made again.
  checksummed: true,
});

/** Derived tables of conversation memory, which a repair may remove: by name, how each is made again. */
export const derivedCompressionTables: Readonly<Record<string, string>> = {
  [levelTableName]: 'The next command that shows, recalls or extends a conversation rebuilds its part.',
};

/**
 * Position of a row as one number: bits of the conversation's hash, then the number of the row. A range of a
 * conversation is then one comparison in the table's sorted index, twice as fast as two. Only a part of the hash fits,
 * so rows of another conversation may share positions: readers compare the conversation, too.
 */
const hashBits = 26;
const rowsPerConversation = 2 ** 27;

/** @param conversation the 8 hexadecimal digits of its hash */
export function rowPosition(conversation: string, row: number): number {
  const hash = Number.parseInt(conversation, 16) >>> (32 - hashBits);
  return hash * rowsPerConversation + row;
}

/** Exclusive end of the positions of a conversation. */
export function endPosition(conversation: string): number {
  return rowPosition(conversation, rowsPerConversation);
}
