import { type CallOptions, ErrorCode, LexichordError, type MessageRange } from '@lexichord/abstractions';

import { equals } from '@lexichord/storage';

import { shownConversation, unknownConversation } from '../not-stored.js';
import { type LogRow, logTable } from '../store/compression-tables.js';
import { type LogHead, type LogState, headKind } from './log-head.js';
import type { LogReader, MessageRow } from './log-reader.js';
import { describeRanges } from './log-message.js';

/*
 * A table finds rows by their values before their checksums are compared: a row with a damaged position is not found,
 * and its checksum is never compared. So every reader of a conversation compares the found rows with the head's counts.
 */

/** The head of a conversation that is not removed. */
export type StoredHead = LogHead & { readonly state: LogState };

/** Maximum number of reads when others remove and add the conversation meanwhile. */
const maxAttempts = 5;
/** Maximum number of messages that are named in an error. */
const maxNamed = 50;

/**
 * The head of a conversation; `undefined` if nothing was ever stored under its id.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, for a damaged head, and for records without one
 */
export async function wholeHead(
  reader: LogReader,
  conversationId: string,
  options: CallOptions,
): Promise<LogHead | undefined> {
  const head = await reader.head(conversationId, options);
  if (head !== undefined || !(await reader.hasRows(conversationId, options))) return head;
  // It was added since the first read, or its head is lost.
  const added = await reader.head(conversationId, options);
  if (added !== undefined) return added;
  throw alteredLog(
    conversationId,
    'the record of its head is missing',
    'If a restore was interrupted, run "lexichord memory restore" to complete it.',
  );
}

/** Like {@link wholeHead}, but `undefined` for a removed conversation and for another one with the same hash. */
export async function storedHead(
  reader: LogReader,
  conversationId: string,
  options: CallOptions,
): Promise<StoredHead | undefined> {
  const head = await wholeHead(reader, conversationId, options);
  if (head?.state === undefined || head.conversationId !== conversationId) return undefined;
  return { ...head, state: head.state };
}

/**
 * Whether the number of stored rows is the sum of the counts in the heads of all conversations. Computed without
 * reading rows. It differs temporarily while conversations are removed, added or restored.
 */
export async function areCounted(
  reader: LogReader,
  heads: readonly LogHead[],
  { signal }: CallOptions,
): Promise<boolean> {
  const stored = (await reader.table.read({ signal }, (table) => table.count(undefined, { signal }))) ?? 0;
  return stored === heads.reduce((sum, { state }) => sum + 1 + (state?.records ?? 0), 0);
}

/**
 * The heads of all conversations, in no particular order.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, for one that is damaged
 */
export async function wholeHeads(reader: LogReader, options: CallOptions): Promise<readonly LogHead[]> {
  const heads = await reader.heads(options);
  if (await areCounted(reader, heads, options)) return heads;
  // A head with one damaged value is found by another value, and then fails its checksum.
  await reader.table.rows(equals('kind', headKind), options);
  return heads;
}

/** Messages of a conversation, and the head that proves their number. */
export interface WholeMessages {
  readonly head: StoredHead;
  readonly rows: readonly MessageRow[];
}

/**
 * Reads all messages of a range; `undefined` for a conversation that does not exist.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, when one is missing
 */
export async function wholeMessages(
  reader: LogReader,
  conversationId: string,
  { range, signal }: CallOptions & { readonly range: MessageRange },
): Promise<WholeMessages | undefined> {
  for (let attempt = 1; ; attempt++) {
    const head = await storedHead(reader, conversationId, { signal });
    if (head === undefined) return undefined;
    const { messages } = head.state;
    const { from, to = messages } = range;
    if (from >= to) return { head, rows: [] };
    const read = await reader.messageRows(conversationId, { from, to }, { signal });
    const rows = read.filter(({ kind, life }) => kind !== 'end' && life === head.life);
    const lost = missingIndexes(rows, { from: Math.max(0, from), to: Math.min(to, messages) });
    if (lost.length === 0) return { head, rows };
    if ((await isStored(reader, head, { signal })) || attempt >= maxAttempts) throw lostMessages(conversationId, lost);
  }
}

/**
 * Reads single messages; indexes that the conversation does not have are ignored.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, when one is missing
 */
export async function wholeMessagesAt(
  reader: LogReader,
  conversationId: string,
  { indexes, signal }: CallOptions & { readonly indexes: readonly number[] },
): Promise<readonly MessageRow[]> {
  const head = await storedHead(reader, conversationId, { signal });
  if (head === undefined) return [];
  const stored = indexes.filter((index) => index >= 0 && index < head.state.messages);
  const rows = (await reader.messageRowsAt(conversationId, stored, { signal })).filter(
    ({ kind, life }) => kind !== 'end' && life === head.life,
  );
  const found = new Set(rows.map(({ index }) => index));
  const again: MessageRow[] = [];
  for (const from of stored) {
    if (found.has(from)) continue;
    // It is lost, or the conversation was removed meanwhile: reading a range shows which.
    again.push(
      ...((await wholeMessages(reader, conversationId, { range: { from, to: from + 1 }, signal }))?.rows ?? []),
    );
  }
  return [...rows, ...again];
}

/**
 * Reads all records of a conversation up to its head, in batches, in order.
 *
 * @throws {LexichordError} `storage-failed`, fault `altered`, when one is missing; `not-found` when the conversation is
 * removed meanwhile
 */
export async function* wholeRecords(
  reader: LogReader,
  head: StoredHead,
  options: CallOptions,
): AsyncGenerator<readonly LogRow[], void, undefined> {
  const progress = new RecordCount();
  // One more: the end of the last file follows the last message.
  for await (const rows of reader.parts(head.conversationId, head.state.messages + 1, options)) {
    const own = recordsOf(head, rows);
    const gap = own.find((row) => !progress.take(row));
    if (gap !== undefined) await refuse(reader, { head, progress, upTo: gap.index }, options);
    yield own;
  }
  if (progress.records < head.state.records) {
    await refuse(reader, { head, progress, upTo: head.state.messages }, options);
  }
}

/**
 * Reads the records from the last message on, up to the head.
 *
 * @throws the errors of {@link wholeRecords}
 */
export async function lastRecords(
  reader: LogReader,
  head: StoredHead,
  options: CallOptions,
): Promise<readonly LogRow[]> {
  const { messages, records } = head.state;
  const range = { from: Math.max(0, messages - 1), to: messages + 1 };
  const own = recordsOf(head, await reader.rows(head.conversationId, range, options));
  const progress = new RecordCount(own[0]);
  const isWhole = own.every((row) => progress.take(row)) && progress.records === records && own.length > 0;
  if (!isWhole && records > 0) await refuse(reader, { head, progress, upTo: messages }, options);
  return own;
}

/** Records of the head's life, without later additions. */
function recordsOf({ life, state }: StoredHead, rows: readonly LogRow[]): readonly LogRow[] {
  return rows.filter((row) => row.life === life && row.record < state.records);
}

/** Checks that records are consecutive. */
class RecordCount {
  records: number;
  messages: number;

  /** @param first first record of a partial read */
  constructor(first?: LogRow) {
    this.records = first?.record ?? 0;
    this.messages = first?.index ?? 0;
  }

  /** Whether a record is the next one. */
  take({ record, index, kind }: LogRow): boolean {
    if (record !== this.records || index !== this.messages) return false;
    this.records += 1;
    if (kind !== 'end') this.messages += 1;
    return true;
  }
}

/**
 * Throws the error of incomplete records.
 * @throws {LexichordError} `storage-failed`, or `not-found` if the conversation was removed meanwhile
 */
async function refuse(
  reader: LogReader,
  { head, progress, upTo }: { readonly head: StoredHead; readonly progress: RecordCount; readonly upTo: number },
  options: CallOptions,
): Promise<never> {
  const { conversationId } = head;
  if (!(await isStored(reader, head, options))) throw unknownConversation(conversationId);
  const count = Math.max(0, upTo - progress.messages);
  if (count === 0) throw alteredLog(conversationId, `its record ${progress.records + 1} is missing`);
  throw lostMessages(
    conversationId,
    Array.from({ length: count }, (_, index) => progress.messages + index),
  );
}

async function isStored(reader: LogReader, { conversationId, life }: LogHead, options: CallOptions): Promise<boolean> {
  const now = await reader.head(conversationId, options);
  return now?.state !== undefined && now.life === life;
}

function missingIndexes(rows: readonly Pick<MessageRow, 'index'>[], { from, to }: Required<MessageRange>): number[] {
  const count = Math.max(0, to - from);
  let isWhole = rows.length >= count;
  for (let offset = 0; isWhole && offset < count; offset += 1) isWhole = rows[offset]?.index === from + offset;
  if (isWhole) return [];
  const found = new Set(rows.map(({ index }) => index));
  return Array.from({ length: count }, (_, offset) => from + offset).filter((index) => !found.has(index));
}

function lostMessages(conversationId: string, lost: readonly number[]): LexichordError {
  const more = lost.length > maxNamed ? ` and ${lost.length - maxNamed} more` : '';
  const numbers = describeRanges(lost.slice(0, maxNamed));
  const [noun, verb] = lost.length === 1 ? ['message', 'is'] : ['messages', 'are'];
  return alteredLog(conversationId, `its ${noun} ${numbers}${more} ${verb} missing`);
}

/** @param what the problem, as the end of a sentence */
export function alteredLog(conversationId: string, what: string, remedy?: string): LexichordError {
  const shown = shownConversation(conversationId);
  return new LexichordError(
    ErrorCode.storageFailed,
    `The conversation ${JSON.stringify(shown)} was changed or damaged after it was stored: ${what}. An incomplete conversation is not shown. Run "lexichord doctor" to see what is affected, and "lexichord doctor --repair" to recover the intact data.${remedy === undefined ? '' : ` ${remedy}`}`,
    { details: { table: logTable.name, conversationId: shown, fault: 'altered' } },
  );
}
