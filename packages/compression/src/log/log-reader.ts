import type { CallOptions, MessageRange } from '@lexichord/abstractions';
import { type IDatabase, type Predicate, and, atLeast, equals, less, not, oneOf } from '@lexichord/storage';
import { LRUCache } from 'lru-cache';

import { conversationHash } from '../segment-id.js';
import { type LogRow, logTable, endPosition } from '../store/compression-tables.js';
import { OpenedTable } from '../store/opened-table.js';
import { type LogHead, headIndex, headKey, headKind, logPosition, toHead } from './log-head.js';

/** Minimum and maximum number of messages in one read, unless they are large. */
const [minMessages, maxMessages] = [32, 2_048];
/** Target size of one read in UTF-16 units, estimated from the messages before. */
const unitsAtOnce = 4 * 1024 * 1024;

const headsKept = 1_000;

/** A head, or its absence, at a version of the table. */
interface CachedHead {
  readonly version: number;
  readonly head: LogHead | undefined;
}

const placeColumns = ['conversation', 'kind', 'life', 'record', 'index'] as const;
const messageColumns = [...placeColumns, 'id', 'text'] as const;

/** The columns with a record's position. */
export type PlacedRow = Pick<LogRow, (typeof placeColumns)[number]>;

/** The columns that a message is read from. */
export type MessageRow = Pick<LogRow, (typeof messageColumns)[number]>;

/**
 * Reads the stored records of conversations without checking that they are complete: a row with a damaged position is
 * not found. `whole-log.ts` compares records with heads.
 */
export class LogReader {
  readonly table: OpenedTable<LogRow>;
  private readonly headCache = new LRUCache<string, CachedHead>({ max: headsKept });

  constructor(database: IDatabase) {
    this.table = new OpenedTable(database, logTable);
  }

  /** The current head. Reads the table only after a new commit. */
  head(conversationId: string, options: CallOptions): Promise<LogHead | undefined> {
    return this.headOf(conversationHash(conversationId), options);
  }

  /**
   * Like {@link head}.
   *
   * @param conversation hash of its id
   */
  async headOf(conversation: string, { signal }: CallOptions): Promise<LogHead | undefined> {
    const version = await this.table.read({ signal }, (table) => table.version({ signal }));
    if (version === undefined) return undefined;
    const cached = this.headCache.get(conversation);
    if (cached?.version === version) return cached.head;
    const where = equals('place', logPosition(conversation, headIndex));
    const rows = await this.table.rows(where, { signal });
    const row = rows.find((one) => one.conversation === conversation && one.kind === headKind);
    const head = row === undefined ? undefined : toHead(row);
    this.headCache.set(conversation, { version, head });
    return head;
  }

  /**
   * Whether any row of a conversation is stored, with or without a head.
   *
   * @throws {LexichordError} `storage-failed`, fault `altered`, for a head that is not found by its position
   */
  async hasRows(conversationId: string, { signal }: CallOptions): Promise<boolean> {
    const own = and(positionsOf(conversationId, { from: 0 }), equals('conversation', conversationHash(conversationId)));
    const [heads, records] = await Promise.all([
      this.table.rows(equals('key', headKey(conversationId)), { signal }),
      this.table.read({ signal }, (table) => table.count(own, { signal })),
    ]);
    return heads.length > 0 || (records ?? 0) > 0;
  }

  /** Heads of all conversations, in no particular order. */
  async heads({ signal }: CallOptions): Promise<readonly LogHead[]> {
    const rows = await this.table.rows(equals('index', headIndex), { signal });
    return rows.filter(({ kind }) => kind === headKind).map((row) => toHead(row));
  }

  /** Records of a range of messages, in order: the messages, and the ends of files before each of them. */
  async rows(conversationId: string, { from, to }: MessageRange, { signal }: CallOptions): Promise<readonly LogRow[]> {
    const rows = await this.table.rows(positionsOf(conversationId, { from, to }), { signal });
    return inOrder(conversationId, rows);
  }

  /** Like {@link rows}, with only the columns of {@link MessageRow}, because every column takes time. */
  async messageRows(
    conversationId: string,
    range: MessageRange,
    { signal }: CallOptions,
  ): Promise<readonly MessageRow[]> {
    const rows = await this.table.rows(positionsOf(conversationId, range), { columns: messageColumns, signal });
    return inOrder(conversationId, rows);
  }

  /** Like {@link messageRows}, for single messages. */
  async messageRowsAt(
    conversationId: string,
    indexes: readonly number[],
    { signal }: CallOptions,
  ): Promise<readonly MessageRow[]> {
    if (indexes.length === 0) return [];
    const conversation = conversationHash(conversationId);
    const positions = indexes.map((index) => logPosition(conversation, index));
    const rows = await this.table.rows(oneOf('place', positions), { columns: messageColumns, signal });
    return inOrder(conversationId, rows);
  }

  /** The ends of files, and the messages without a file, in order. */
  async rowsBesideFiles(conversationId: string, { signal }: CallOptions): Promise<readonly PlacedRow[]> {
    const own = and(positionsOf(conversationId, { from: 0 }), equals('conversation', conversationHash(conversationId)));
    const where = and(own, not(equals('kind', 'message')));
    return inOrder(conversationId, await this.table.rows(where, { columns: placeColumns, signal }));
  }

  /** All records whose index is below `to`, in batches, in order. */
  async *parts(
    conversationId: string,
    to: number,
    options: CallOptions,
  ): AsyncGenerator<readonly LogRow[], void, undefined> {
    let count = minMessages;
    for (let from = 0; from < to;) {
      const end = Math.min(from + count, to);
      const rows = await this.rows(conversationId, { from, to: end }, options);
      yield rows;
      const units = rows.reduce((sum, { before, text }) => sum + before.length + text.length, 0);
      const fitting = Math.floor((unitsAtOnce / Math.max(units, 1)) * (end - from));
      count = Math.max(1, Math.min(fitting, count * 4, maxMessages));
      from = end;
    }
  }
}

function positionsOf(conversationId: string, { from, to }: MessageRange): Predicate<LogRow> {
  const conversation = conversationHash(conversationId);
  const end = to === undefined ? endPosition(conversation) : logPosition(conversation, to);
  return and(atLeast('place', logPosition(conversation, Math.max(0, from))), less('place', end));
}

/** Drops rows of other conversations, which may share positions, and sorts the rest. */
function inOrder<Row extends Pick<LogRow, 'conversation' | 'record'>>(
  conversationId: string,
  rows: readonly Row[],
): readonly Row[] {
  const conversation = conversationHash(conversationId);
  return rows.filter((row) => row.conversation === conversation).sort((a, b) => a.record - b.record);
}
