import type { CallOptions, MessageRange } from '@lexichord/abstractions';
import { type IDatabase, and, atLeast, equals, less, or } from '@lexichord/storage';

import { conversationHash } from '../segment-id.js';
import { type LogRow, logTable } from '../store/compression-tables.js';
import { OpenedTable } from '../store/opened-table.js';
import { type LogHead, headIndex, headKind, toHead } from './log-head.js';

/** Rows of a part of a conversation. */
export interface LogPart {
  readonly head: LogHead | undefined;
  /** In the order of the log. */
  readonly rows: readonly LogRow[];
}

/** Messages that are read at once, unless they are large. */
const [fewestMessages, mostMessages] = [32, 2_048];
/** UTF-16 units that are read at once, if the messages before are a measure of those that come. */
const unitsAtOnce = 4 * 1024 * 1024;

/** Reads the log of conversations. */
export class LogReader {
  readonly table: OpenedTable<LogRow>;

  constructor(database: IDatabase) {
    this.table = new OpenedTable(database, logTable);
  }

  async head(conversationId: string, options: CallOptions): Promise<LogHead | undefined> {
    return (await this.part(conversationId, { from: 0, to: 0 }, options)).head;
  }

  /** Of all conversations, in no particular order. */
  async heads({ signal }: CallOptions): Promise<readonly LogHead[]> {
    const rows = await this.table.rows(equals('index', headIndex), { signal });
    return rows.filter(({ kind }) => kind === headKind).map((row) => toHead(row));
  }

  /** The head, and messages with the ends of files before each of them, as of one moment. */
  async part(conversationId: string, { from, to }: MessageRange, { signal }: CallOptions): Promise<LogPart> {
    const range = to === undefined ? atLeast('index', from) : and(atLeast('index', from), less('index', to));
    const wanted = to !== undefined && to <= from ? equals('index', headIndex) : or(equals('index', headIndex), range);
    const where = and(equals('conversation', conversationHash(conversationId)), wanted);
    const rows = await this.table.rows(where, { signal });
    const headRow = rows.find(({ kind }) => kind === headKind);
    return {
      head: headRow === undefined ? undefined : toHead(headRow),
      rows: rows.filter(({ kind }) => kind !== headKind).sort((a, b) => a.record - b.record),
    };
  }

  /** All records whose index is below `to`, part by part, in their order. */
  async *parts(
    conversationId: string,
    to: number,
    options: CallOptions,
  ): AsyncGenerator<readonly LogRow[], void, undefined> {
    let count = fewestMessages;
    for (let from = 0; from < to;) {
      const end = Math.min(from + count, to);
      const { rows } = await this.part(conversationId, { from, to: end }, options);
      yield rows;
      const units = rows.reduce((sum, { before, text }) => sum + before.length + text.length, 0);
      const fitting = Math.floor((unitsAtOnce / Math.max(units, 1)) * (end - from));
      count = Math.max(1, Math.min(fitting, count * 4, mostMessages));
      from = end;
    }
  }
}
