import type { CallOptions, ConversationMending } from '@lexichord/abstractions';
import { type IDatabase, and, atLeast, equals, less, not } from '@lexichord/storage';

import { type LogHead, emptyState, headKey, headKind, toHeadRow } from '../log/log-head.js';
import type { LogReader } from '../log/log-reader.js';
import { describeRanges } from '../log/log-message.js';
import { conversationHash } from '../segment-id.js';
import { type LogRow, type SegmentRow, segmentTable } from '../store/compression-tables.js';
import { OpenedTable } from '../store/opened-table.js';
import { toHeadRow as toSegmentHeadRow } from '../store/segment-store.js';
import { findHeadless, nameOfHeadless } from './check-conversations.js';
import { type MendingPlan, planMending } from './mend-records.js';

/** See `IConversationArchive.mend`. */
export async function mendConversations(
  { reader, database }: { readonly reader: LogReader; readonly database: IDatabase },
  options: CallOptions,
): Promise<readonly ConversationMending[]> {
  database.requireWritable('mend conversations');
  const segments = new OpenedTable(database, segmentTable);
  const mendings: ConversationMending[] = [];
  for (const conversation of await findHeadless(reader, options)) {
    // Rows of closed segments still contain the id.
    const [row] = await segments.rows(equals('conversation', conversation), options);
    const mending =
      row === undefined
        ? await renameRecords(reader, conversation, options)
        : await mendRecords(reader, { conversationId: row.conversationId, head: undefined }, options);
    if (mending !== undefined) mendings.push(mending);
  }
  for (const head of await reader.heads(options)) {
    options.signal?.throwIfAborted();
    const { conversationId, state } = head;
    if (state === undefined) await clearRemoved(reader, head, options);
    else {
      const mending = await mendRecords(reader, { conversationId, head }, options);
      if (mending !== undefined) mendings.push(mending);
      await mendSegments(segments, conversationId, options);
    }
  }
  return mendings;
}

interface HeadOf {
  readonly conversationId: string;
  /** `undefined` if it is lost. */
  readonly head: LogHead | undefined;
}

async function mendRecords(
  reader: LogReader,
  { conversationId, head }: HeadOf,
  options: CallOptions,
): Promise<ConversationMending | undefined> {
  const { life, own } = await readLastLife(reader, conversationHash(conversationId), { head, ...options });
  const state = head?.life === life ? (head.state ?? emptyState(conversationId)) : emptyState(conversationId);
  const plan = planMending({ conversationId, life, state, records: own });
  if (plan === undefined) return undefined;
  const present = new Set(own.map(({ record }) => record));
  const missing = plan.rows.filter(({ record }) => !present.has(record));
  await writeMended(reader, [...missing, toHeadRow(conversationId, life, plan.state)], {
    conversationId,
    head,
    ...options,
  });
  return { conversationId, lostMessages: plan.lostMessages, message: describeMending(conversationId, plan) };
}

/** The records of a conversation's last life, in order. */
async function readLastLife(
  reader: LogReader,
  conversation: string,
  { head, ...options }: Pick<HeadOf, 'head'> & CallOptions,
): Promise<{ readonly life: number; readonly own: readonly LogRow[] }> {
  const rows = await reader.table.rows(equals('conversation', conversation), options);
  const records = rows.filter(({ kind }) => kind !== headKind);
  const life = Math.max(head?.life ?? 1, ...records.map((row) => row.life));
  return { life, own: records.filter((row) => row.life === life).sort((a, b) => a.record - b.record) };
}

/** Writes records with their head, unless another process has changed it since it was read. */
async function writeMended(
  reader: LogReader,
  rows: readonly LogRow[],
  { conversationId, head, signal }: HeadOf & CallOptions,
): Promise<void> {
  const onlyIf = { key: headKey(conversationId), column: 'text', value: head?.text } as const;
  await reader.table.write({ signal }, (table) => table.upsert(rows, { onlyIf, signal }));
}

/** Deletes rows of removed conversations that the repair of a table brought back. */
async function clearRemoved(reader: LogReader, { life, text }: LogHead, options: CallOptions): Promise<void> {
  const heads = await reader.table.rows(equals('text', text), options);
  for (const { conversation } of heads.filter(({ kind }) => kind === headKind)) {
    const left = and(equals('conversation', conversation), and(less('life', life + 1), not(equals('kind', headKind))));
    await reader.table.delete(left, options);
  }
}

/**
 * Gives the records of a conversation whose id is lost a new id, so that its messages can be read. The old rows are
 * deleted after the new ones are written.
 */
async function renameRecords(
  reader: LogReader,
  conversation: string,
  options: CallOptions,
): Promise<ConversationMending | undefined> {
  const conversationId = `${recoveredPrefix}${conversation}`;
  const { own } = await readLastLife(reader, conversation, { head: undefined, ...options });
  const head = await reader.head(conversationId, options);
  const life = (head?.life ?? 0) + 1;
  const plan = planMending({ conversationId, life, state: emptyState(conversationId), records: own });
  // An interrupted repair may have written them already.
  if (plan !== undefined && head?.state?.hash !== plan.state.hash) {
    const rows = [...plan.rows, toHeadRow(conversationId, life, plan.state)];
    await writeMended(reader, rows, { conversationId, head, ...options });
  }
  await reader.table.delete(equals('conversation', conversation), options);
  if (plan === undefined) return undefined;
  const message = `The id of a conversation was lost (${nameOfHeadless(conversation)}), so it was stored under a new id. ${describeMending(conversationId, plan)}`;
  return { conversationId, lostMessages: plan.lostMessages, message };
}

/** Prefix of the id of a recovered conversation, before the hash of the lost id. */
const recoveredPrefix = 'recovered-';

function describeMending(conversationId: string, { lostMessages, hasNewChain, state }: MendingPlan): string {
  const name = `Conversation ${JSON.stringify(conversationId)}`;
  const chain = hasNewChain
    ? `Its head is now ${state.hash}; earlier heads can no longer be verified.`
    : 'Its head was updated.';
  if (lostMessages.length === 0) return `${name}: all messages are intact. ${chain}`;
  const numbers = describeRanges(lostMessages);
  return `${name}: of ${state.messages} messages, ${lostMessages.length} are lost (${numbers}); each was replaced by a message that says so. ${chain}`;
}

/**
 * Keeps the closed segments of a conversation up to the first lost one. Later segments are closed again with the next
 * addition, with the same messages unless the options have changed.
 */
async function mendSegments(
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
  await table.write(options, (writable) => writable.upsert([toSegmentHeadRow(conversationId, kept)], options));
}

function messagesIn(closed: readonly SegmentRow[], count: number): number {
  return closed.slice(0, count).reduce((sum, { messageCount }) => sum + messageCount, 0);
}
