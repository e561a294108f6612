import {
  type AppendOptions,
  type AppendReport,
  type CallOptions,
  type ConversationCheck,
  type ConversationHead,
  type ConversationMessage,
  ErrorCode,
  LexichordError,
  type MessageRange,
  type NewMessage,
} from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';
import { type IDatabase, and, equals, less, not, oneOf } from '@lexichord/storage';
import { isOutdated } from '@lexichord/storage/internal';

import type { ComparedMessage } from '../message/same-message.js';
import { unknownConversation } from '../not-stored.js';
import { conversationHash } from '../segment-id.js';
import { exportLog } from './export-log.js';
import {
  type LogHead,
  emptyState,
  headKey,
  headKind,
  toConversationHead,
  toHeadRow,
  toRemovedRow,
} from './log-head.js';
import { LogReader } from './log-reader.js';
import { readLogMessage } from './log-message.js';
import { type AppendBase, planAppend } from './plan-append.js';
import { type PreparedMessage, prepareMessages } from './prepare-messages.js';
import { isBehindMessages } from './source-text.js';
import { verifyLog } from './verify-log.js';
import {
  type StoredHead,
  storedHead,
  lastRecords,
  wholeHead,
  wholeHeads,
  wholeMessages,
  wholeMessagesAt,
} from './whole-log.js';

/** Maximum number of attempts when others commit meanwhile. Each failed attempt means that another commit succeeded. */
const maxAttempts = 50;
/** Maximum number of ids in one condition. */
const idsAtOnce = 5_000;

/** Options of an append within the log. */
export interface LogAppendOptions extends AppendOptions {
  readonly nowMs: number;
  /** Deletes rows of a removed conversation with the same id. */
  readonly clear: () => Promise<void>;
}

/** Messages of a range, and the life that they belong to. */
export interface ConversationPart {
  /** `undefined` for a conversation that does not exist. */
  readonly life: number | undefined;
  readonly messages: readonly ConversationMessage[];
}

/** The originals of all conversations: one append-only log each, with a hash chain of records. */
export class ConversationLog {
  private readonly reader: LogReader;

  constructor(database: IDatabase) {
    this.reader = new LogReader(database);
  }

  async append(
    conversationId: string,
    messages: readonly NewMessage[],
    { trailing, expectedMessages, nowMs, clear, signal }: LogAppendOptions,
  ): Promise<AppendReport> {
    const prepared = prepareMessages(messages);
    if (trailing !== undefined && !isBehindMessages(trailing)) throw badTrailing();
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      const head = await this.headFor(conversationId, { signal });
      if (head !== undefined && head.state === undefined) await clear();
      const base = await this.baseOf(conversationId, head, { prepared, trailing, signal });
      if (expectedMessages !== undefined && base.state.messages !== expectedMessages)
        throw notAsExpected(base.state.messages);
      const plan = planAppend(base, { messages: prepared, trailing, nowMs });
      const report = { added: plan.added, known: plan.known };
      if (plan.rows.length === 0) return { ...toConversationHead(conversationId, base.state), ...report };
      const rows = [...plan.rows, toHeadRow(conversationId, base.life, plan.state)];
      const onlyIf = { key: headKey(conversationId), column: 'text', value: head?.text } as const;
      try {
        await this.reader.table.write({ signal }, (table) => table.upsert(rows, { onlyIf, signal }));
        return { ...toConversationHead(conversationId, plan.state), ...report };
      } catch (error) {
        if (!isOutdated(error) || attempt >= maxAttempts) throw error;
      }
    }
  }

  async head(conversationId: string, options: CallOptions): Promise<ConversationHead | undefined> {
    const head = await storedHead(this.reader, conversationId, options);
    if (head === undefined) return undefined;
    return { ...toConversationHead(conversationId, head.state), fileStarts: head.state.fileStarts };
  }

  /** @param conversation hash of its id */
  async life(conversation: string, options: CallOptions): Promise<number | undefined> {
    const head = await this.reader.headOf(conversation, options);
    return head?.state === undefined ? undefined : head.life;
  }

  async conversations(options: CallOptions): Promise<readonly (ConversationHead & { readonly changedMs: number })[]> {
    const heads = await wholeHeads(this.reader, options);
    return heads
      .flatMap(({ conversationId, state }) =>
        state === undefined ? [] : [{ ...toConversationHead(conversationId, state), changedMs: state.changedMs }],
      )
      .sort((a, b) => compareText(a.conversationId, b.conversationId));
  }

  async messages(
    conversationId: string,
    range: MessageRange,
    options: CallOptions,
  ): Promise<readonly ConversationMessage[]> {
    return (await this.part(conversationId, range, options)).messages;
  }

  /** Indexes of messages of files after the end of a file or after messages without a file, ascending. */
  async fileBreaks(conversationId: string, options: CallOptions): Promise<readonly number[]> {
    const head = await storedHead(this.reader, conversationId, options);
    if (head === undefined) return [];
    const rows = (await this.reader.rowsBesideFiles(conversationId, options)).filter(({ life }) => life === head.life);
    const plain = new Set(rows.flatMap(({ kind, index }) => (kind === 'plain' ? [index] : [])));
    const behind = new Set(rows.map(({ kind, index }) => (kind === 'plain' ? index + 1 : index)));
    return [...behind].filter((index) => !plain.has(index) && index < head.state.messages).sort((a, b) => a - b);
  }

  /**
   * Reads single messages by their indexes; indexes that the conversation does not have are left out.
   *
   * @throws {LexichordError} `storage-failed`, fault `altered`, when one of them is lost
   */
  async messagesAt(
    conversationId: string,
    indexes: readonly number[],
    options: CallOptions,
  ): Promise<ReadonlyMap<number, ConversationMessage>> {
    const rows = await wholeMessagesAt(this.reader, conversationId, { indexes, signal: options.signal });
    return new Map(rows.map((row) => [row.index, readLogMessage(row)]));
  }

  /**
   * Reads messages and the life of their conversation; no messages if it does not exist.
   *
   * @throws {LexichordError} `storage-failed`, fault `altered`, when one of the range is missing
   */
  async part(conversationId: string, range: MessageRange, options: CallOptions): Promise<ConversationPart> {
    const read = await wholeMessages(this.reader, conversationId, { range, signal: options.signal });
    if (read === undefined) return { life: undefined, messages: [] };
    return { life: read.head.life, messages: read.rows.map((row) => readLogMessage(row)) };
  }

  async verify(conversationId: string, given: string | undefined, options: CallOptions): Promise<ConversationCheck> {
    return verifyLog(this.reader, { conversationId, given }, options);
  }

  async export(conversationId: string, options: CallOptions): Promise<AsyncIterable<string>> {
    const head = await storedHead(this.reader, conversationId, options);
    if (head === undefined) throw unknownConversation(conversationId);
    return exportLog(this.reader, head, options);
  }

  /**
   * Removes a conversation with all messages, and returns whether it existed. The head is marked first, so that readers
   * see it removed at once; then the rows are deleted.
   *
   * @param changedBeforeMs keeps the conversation if it has changed since, in milliseconds since the Unix epoch
   */
  async remove(
    conversationId: string,
    { changedBeforeMs, signal }: CallOptions & { changedBeforeMs?: number | undefined },
  ): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      const head = await storedHead(this.reader, conversationId, { signal });
      if (head === undefined) return false;
      if (changedBeforeMs !== undefined && head.state.changedMs >= changedBeforeMs) return false;
      const onlyIf = { key: headKey(conversationId), column: 'text', value: head.text } as const;
      const row = toRemovedRow(conversationId, head.life);
      try {
        await this.reader.table.write({ signal }, (table) => table.upsert([row], { onlyIf, signal }));
        return true;
      } catch (error) {
        if (!isOutdated(error) || attempt >= maxAttempts) throw error;
      }
    }
  }

  /** Whether no conversation with this id is stored, nor another one with the same hash. */
  async isGone(conversationId: string, options: CallOptions): Promise<boolean> {
    return (await wholeHead(this.reader, conversationId, options))?.state === undefined;
  }

  /** Deletes the remaining rows of removed conversations with this id. */
  async clear(conversationId: string, { signal }: CallOptions): Promise<void> {
    const head = await this.reader.head(conversationId, { signal });
    if (head === undefined) return;
    // Rows of the present life are kept.
    const nextLife = head.state === undefined ? head.life + 1 : head.life;
    const conversation = equals('conversation', conversationHash(conversationId));
    const where = and(conversation, and(less('life', nextLife), not(equals('kind', headKind))));
    await this.reader.table.delete(where, { signal });
  }

  /**
   * @throws {LexichordError} `invalid-argument` for an id whose segments would have the ids of another conversation's
   */
  private async headFor(conversationId: string, options: CallOptions): Promise<LogHead | undefined> {
    const head = await wholeHead(this.reader, conversationId, options);
    if (head?.isReadable === false) throw damagedHead();
    if (head?.state === undefined || head.conversationId === conversationId) return head;
    throw new LexichordError(
      ErrorCode.invalidArgument,
      'Another conversation has segments with the same ids. Nothing was added. Choose another conversation id.',
      { details: { hash: conversationHash(conversationId) } },
    );
  }

  private async baseOf(
    conversationId: string,
    head: LogHead | undefined,
    {
      prepared,
      trailing,
      signal,
    }: CallOptions & { prepared: readonly PreparedMessage[]; trailing: string | undefined },
  ): Promise<AppendBase> {
    const state = head?.state ?? emptyState(conversationId);
    const life = head === undefined ? 1 : head.state === undefined ? head.life + 1 : head.life;
    const ids = prepared.flatMap(({ id }) => id ?? []);
    const isOld = state.messages > 0;
    const requested =
      isOld && ids.length > 0
        ? await this.withIds(conversationId, ids, { signal })
        : new Map<string, ComparedMessage>();
    const takenIds =
      isOld && state.hasGivenIds && ids.length < prepared.length
        ? await this.allIds(conversationId, { signal })
        : new Set<string>();
    const lastTrailing =
      trailing === undefined || head?.state === undefined
        ? undefined
        : await this.trailing({ ...head, state }, { signal });
    return { conversationId, life, state, known: requested, takenIds, lastTrailing };
  }

  private async withIds(
    conversationId: string,
    ids: readonly string[],
    { signal }: CallOptions,
  ): Promise<ReadonlyMap<string, ComparedMessage>> {
    const found = new Map<string, ComparedMessage>();
    const conversation = equals('conversation', conversationHash(conversationId));
    for (let start = 0; start < ids.length; start += idsAtOnce) {
      const where = and(conversation, oneOf('id', ids.slice(start, start + idsAtOnce)));
      for (const row of await this.reader.table.rows(where, { signal })) {
        if (row.kind === 'message' || row.kind === 'plain') found.set(row.id, readLogMessage(row));
      }
    }
    return found;
  }

  private async allIds(conversationId: string, { signal }: CallOptions): Promise<ReadonlySet<string>> {
    const where = equals('conversation', conversationHash(conversationId));
    return new Set((await this.reader.table.rows(where, { columns: ['id'], signal })).map(({ id }) => id));
  }

  /** Text after the last message of the last file, if nothing was added after it. */
  private async trailing(head: StoredHead, options: CallOptions): Promise<string | undefined> {
    const rows = await lastRecords(this.reader, head, options);
    return rows.findLast(({ kind, index }) => kind === 'end' && index === head.state.messages)?.before;
  }
}

function notAsExpected(messages: number): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    'Another process has added to the conversation in the meantime. Nothing was added. Read it again and repeat the call.',
    { details: { fault: 'outdated', messages } },
  );
}

function badTrailing(): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    'The file has other text than brackets and whitespace after its last message. Nothing was added.',
  );
}

function damagedHead(): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    "The record of the conversation's head was changed or damaged after it was stored. Nothing was added. Restore the store from a copy, or use another conversation id.",
  );
}
