import type { CallOptions, ConversationFinding, LexichordError } from '@lexichord/abstractions';
import { type IDatabase, equals } from '@lexichord/storage';
import type { BackupContents, BackupRow } from '@lexichord/storage/internal';

import { ChainWalk } from '../log/chain-walk.js';
import { toHeadRow } from '../log/log-head.js';
import type { LogReader } from '../log/log-reader.js';
import { type StoredHead, alteredLog, wholeRecords } from '../log/whole-log.js';
import { conversationHash } from '../segment-id.js';
import { type LogRow, type SegmentRow, logTable, segmentTable } from '../store/compression-tables.js';
import { OpenedTable } from '../store/opened-table.js';
import { toHeadRow as toSegmentHeadRow } from '../store/segment-store.js';
import { wholeSegments } from '../store/segment-rows.js';
import { findUnlisted } from './check-conversations.js';

/** Kind and tables of a backup of conversations. */
export const backupContents: BackupContents = { kind: 'memory', tables: [logTable, segmentTable] };

/**
 * Yields all conversations, one after the other: the head, the records in order, and the boundaries of the closed
 * segments. Messages that are added meanwhile are not included.
 *
 * Reads every row first, so that its checksum is compared, and computes every hash chain while writing.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, naming the conversation that is incomplete or was
 * changed; `not-found` when one is removed meanwhile
 */
export async function* backUpConversations(
  reader: LogReader,
  database: IDatabase,
  options: CallOptions,
): AsyncGenerator<BackupRow, void, undefined> {
  const segments = new OpenedTable(database, segmentTable);
  await readEveryRow(reader.table, options);
  await readEveryRow(segments, options);
  for (const { state, ...head } of await reader.heads(options)) {
    if (state !== undefined) yield* backUpConversation({ reader, segments }, { ...head, state }, options);
  }
  // Records without a head belong to none of the listed conversations.
  const [unlisted] = await findUnlisted(reader, options);
  if (unlisted !== undefined) throw notWhole(unlisted);
}

async function* backUpConversation(
  { reader, segments }: { readonly reader: LogReader; readonly segments: OpenedTable<SegmentRow> },
  head: StoredHead,
  options: CallOptions,
): AsyncGenerator<BackupRow, void, undefined> {
  const { conversationId, life, state } = head;
  // Segments are read before records, because a segment is closed after its messages are stored.
  const found = await segments.rows(equals('conversation', conversationHash(conversationId)), options);
  const closed = wholeSegments(conversationId, found).filter(
    (row) => row.life === life && row.firstMessage + row.messageCount <= state.messages,
  );
  yield logged(toHeadRow(conversationId, life, state));
  const walk = new ChainWalk(conversationId, { head });
  for await (const rows of wholeRecords(reader, head, options)) {
    for (const row of rows) {
      walk.add(row);
      yield logged(row);
    }
  }
  const problem = walk.finish(undefined);
  if (problem !== undefined) throw notWhole({ conversationId, problem });
  if (closed.length === 0) return;
  // Segments that were closed after the head was read are excluded.
  for (const row of [...closed, toSegmentHeadRow(conversationId, closed)]) yield { table: segmentTable.name, row };
}

function logged(row: LogRow): BackupRow {
  return { table: logTable.name, row };
}

/** Scans without a condition, so that no row is skipped because of a damaged value. */
async function readEveryRow<Row extends object>(table: OpenedTable<Row>, { signal }: CallOptions): Promise<void> {
  await table.read({ signal }, async (opened) => {
    for await (const { length } of opened.scanColumns({ columns: [], signal }))
      if (length > 0) signal?.throwIfAborted();
  });
}

function notWhole({ conversationId, problem }: ConversationFinding): LexichordError {
  return alteredLog(conversationId, `${problem.slice(0, 1).toLowerCase()}${problem.slice(1).replace(/\.$/u, '')}`);
}
