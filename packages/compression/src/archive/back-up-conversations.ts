import type { CallOptions } from '@lexichord/abstractions';
import { type BackupContents, type BackupRow, type IDatabase, equals } from '@lexichord/storage';

import { toHeadRow } from '../log/log-head.js';
import type { LogReader } from '../log/log-reader.js';
import { conversationHash } from '../segment-id.js';
import { logTable, segmentTable } from '../store/compression-tables.js';
import { OpenedTable } from '../store/opened-table.js';

/** What a backup of conversations is made of. */
export const backupContents: BackupContents = { kind: 'memory', tables: [logTable, segmentTable] };

/**
 * All conversations, one after the other: the head, the records in their order, and where its closed segments begin and
 * end. What is added to one meanwhile is not in it.
 */
export async function* backUpConversations(
  reader: LogReader,
  database: IDatabase,
  options: CallOptions,
): AsyncGenerator<BackupRow, void, undefined> {
  const segments = new OpenedTable(database, segmentTable);
  for (const { conversationId, life, state, isReadable } of await reader.heads(options)) {
    if (state === undefined || !isReadable) continue;
    // Before the records: a segment's messages were there when it was closed.
    const closed = await segments.rows(equals('conversation', conversationHash(conversationId)), options);
    yield { table: logTable.name, row: toHeadRow(conversationId, life, state) };
    // One beyond: the end of the last file stands behind the last message.
    for await (const rows of reader.parts(conversationId, state.messages + 1, options)) {
      for (const row of rows) if (row.life === life && row.record < state.records) yield { table: logTable.name, row };
    }
    for (const row of closed) {
      const isOwn = row.life === life && row.firstMessage + (row.number === 0 ? 0 : row.messageCount) <= state.messages;
      if (isOwn) yield { table: segmentTable.name, row };
    }
  }
}
