import type { CallOptions } from '@lexichord/abstractions';
import { and, atLeast, equals } from '@lexichord/storage';

import { conversationHash } from '../segment-id.js';
import type { SegmentRow } from '../store/compression-tables.js';
import type { OpenedTable } from '../store/opened-table.js';
import { toHeadRow } from '../store/segment-store.js';

/**
 * Keeps the closed segments of a conversation up to the first that is lost: those behind it are closed again when something
 * is added, with the same messages unless the options are others by then.
 */
export async function mendSegments(
  table: OpenedTable<SegmentRow>,
  conversationId: string,
  options: CallOptions,
): Promise<void> {
  const conversation = conversationHash(conversationId);
  const rows = await table.rows(equals('conversation', conversation), options);
  const head = rows.find(({ number }) => number === 0);
  const closed = rows.filter(({ number }) => number > 0).sort((a, b) => a.number - b.number);
  const gap = closed.findIndex(
    (row, index) => row.number !== index + 1 || row.firstMessage !== messagesIn(closed, index),
  );
  const kept = gap < 0 ? closed : closed.slice(0, gap);
  if (kept.length === (head?.messageCount ?? 0) && kept.length === closed.length) return;
  const removed = and(equals('conversation', conversation), atLeast('number', kept.length === 0 ? 0 : kept.length + 1));
  await table.delete(removed, options);
  if (kept.length === 0) return;
  await table.write(options, (writable) => writable.upsert([toHeadRow(conversationId, kept)], options));
}

function messagesIn(closed: readonly SegmentRow[], count: number): number {
  return closed.slice(0, count).reduce((sum, { messageCount }) => sum + messageCount, 0);
}
