import type { CallOptions, MessageRange } from '@lexichord/abstractions';
import { type IDatabase, type Predicate, and, atLeast, equals, less } from '@lexichord/storage';
import { LRUCache } from 'lru-cache';

import { conversationHash } from '../segment-id.js';
import { type LogRow, logTable, placeBehind } from '../store/compression-tables.js';
import { OpenedTable } from '../store/opened-table.js';
import { type LogHead, headIndex, headKey, headKind, logPlace, toHead } from './log-head.js';

/** Messages that are read at once, unless they are large. */
const [minMessages, maxMessages] = [32, 2_048];
/** UTF-16 units that are read at once, if the messages before are a measure of those that come. */
const unitsAtOnce = 4 * 1024 * 1024;

const headsKept = 1_000;

/** A head, or that there is none, as of a version of the table. */
interface KnownHead {
  readonly version: number;
  readonly head: LogHead | undefined;
}

const messageColumns = ['conversation', 'kind', 'life', 'record', 'index', 'id', 'text'] as const;

/** What a message is read from. */
export type MessageRow = Pick<LogRow, (typeof messageColumns)[number]>;

/**
 * Reads the log of conversations as it is found: a row whose place was damaged is not among what is read. `whole-log.ts`
 * compares what was found with what must be there.
 */
export class LogReader {
  readonly table: OpenedTable<LogRow>;
  private readonly known = new LRUCache<string, KnownHead>({ max: headsKept });

  constructor(database: IDatabase) {
    this.table = new OpenedTable(database, logTable);
  }

  /** As it is now. Asks the table only when somebody has committed since the last time. */
  async head(conversationId: string, { signal }: CallOptions): Promise<LogHead | undefined> {
    const conversation = conversationHash(conversationId);
    const version = await this.table.read({ signal }, (table) => table.version({ signal }));
    if (version === undefined) return undefined;
    const known = this.known.get(conversation);
    if (known?.version === version) return known.head;
    const where = equals('place', logPlace(conversation, headIndex));
    const rows = await this.table.rows(where, { signal });
    const row = rows.find((one) => one.conversation === conversation && one.kind === headKind);
    const head = row === undefined ? undefined : toHead(row);
    this.known.set(conversation, { version, head });
    return head;
  }

  /**
   * Whether there is anything of a conversation, with or without a head.
   *
   * @throws {LexichordError} `storage-failed`, fault `altered`, for a head that is not found by its place
   */
  async hasRows(conversationId: string, { signal }: CallOptions): Promise<boolean> {
    const own = and(placesOf(conversationId, { from: 0 }), equals('conversation', conversationHash(conversationId)));
    const [heads, records] = await Promise.all([
      this.table.rows(equals('key', headKey(conversationId)), { signal }),
      this.table.read({ signal }, (table) => table.count(own, { signal })),
    ]);
    return heads.length > 0 || (records ?? 0) > 0;
  }

  /** Of all conversations, in no particular order. */
  async heads({ signal }: CallOptions): Promise<readonly LogHead[]> {
    const rows = await this.table.rows(equals('index', headIndex), { signal });
    return rows.filter(({ kind }) => kind === headKind).map((row) => toHead(row));
  }

  /** Records by the messages before them, in their order: messages, and the ends of files before each of them. */
  async rows(conversationId: string, { from, to }: MessageRange, { signal }: CallOptions): Promise<readonly LogRow[]> {
    const rows = await this.table.rows(placesOf(conversationId, { from, to }), { signal });
    return inOrder(conversationId, rows);
  }

  /** As {@link rows}, with no more than a message is read from: every column takes time. */
  async messageRows(
    conversationId: string,
    range: MessageRange,
    { signal }: CallOptions,
  ): Promise<readonly MessageRow[]> {
    const rows = await this.table.rows(placesOf(conversationId, range), { columns: messageColumns, signal });
    return inOrder(conversationId, rows);
  }

  /** All records whose index is below `to`, part by part, in their order. */
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

function placesOf(conversationId: string, { from, to }: MessageRange): Predicate<LogRow> {
  const conversation = conversationHash(conversationId);
  const end = to === undefined ? placeBehind(conversation) : logPlace(conversation, to);
  return and(atLeast('place', logPlace(conversation, Math.max(0, from))), less('place', end));
}

/** Rows of another conversation may stand in the same places. */
function inOrder<Row extends Pick<LogRow, 'conversation' | 'record'>>(
  conversationId: string,
  rows: readonly Row[],
): readonly Row[] {
  const conversation = conversationHash(conversationId);
  return rows.filter((row) => row.conversation === conversation).sort((a, b) => a.record - b.record);
}
