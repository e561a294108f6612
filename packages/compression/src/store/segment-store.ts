import {
  type AnchorPoint,
  type CallOptions,
  ErrorCode,
  LexichordError,
  type SegmentEntry,
  type StoredSegment,
} from '@lexichord/abstractions';
import { type IDatabase, type Predicate, equals } from '@lexichord/storage';
import { isOutdated } from '@lexichord/storage/internal';

import { conversationHash, segmentIdOf } from '../segment-id.js';
import { type SegmentRow, rowPosition, segmentTable } from './compression-tables.js';
import { OpenedTable } from './opened-table.js';
import { SegmentEntries } from './segment-entries.js';
import {
  type EntryRow,
  entryColumns,
  isOutdatedRow,
  readAnchors,
  toEntry,
  toSegmentRow,
  wholeSegments,
} from './segment-rows.js';

/** Maximum number of attempts when others commit meanwhile. Each failed attempt means that another commit succeeded. */
const maxAttempts = 50;

/** The closed part of a conversation. */
interface ClosedUpTo {
  /** Number of closed segments. */
  readonly count: number;
  /** Number of messages in closed segments. */
  readonly messages: number;
  /** Stored text of the head. */
  readonly text: string | undefined;
  readonly row: SegmentRow | undefined;
}

/** Stores boundaries and anchors of closed segments. Append-only. */
export class SegmentStore {
  readonly entries: SegmentEntries;
  private readonly table: OpenedTable<SegmentRow>;

  constructor(database: IDatabase) {
    this.table = new OpenedTable(database, segmentTable);
    this.entries = new SegmentEntries(this.table);
  }

  /**
   * Stores new segments of a conversation, and replaces those of an older rendering, in one commit.
   *
   * @throws {LexichordError} `invalid-argument` for an open segment, or one that does not start where the last one
   * ends; `storage-failed` with `details.fault` `outdated` when another segment was stored meanwhile
   */
  async put(
    conversationId: string,
    given: readonly StoredSegment[],
    { life, signal }: CallOptions & { readonly life: number },
  ): Promise<void> {
    const segments = [...given].sort((a, b) => a.segment.number - b.segment.number);
    for (let attempt = 1; ; attempt++) {
      const closed = await this.closed(conversationId, { signal });
      const renewed = await this.renewedRows(
        segments.filter(({ segment }) => segment.number <= closed.count),
        { signal },
      );
      const added = newRows(segments, { ...closed, life });
      const rows = [...renewed, ...added];
      if (rows.length === 0) return;
      const head = added.length > 0 ? toHeadRow(conversationId, added) : closed.row;
      if (head === undefined) return;
      const onlyIf = { key: head.key, column: 'messageIds', value: closed.text } as const;
      try {
        await this.table.write({ signal }, (table) => table.upsert([...rows, head], { onlyIf, signal }));
        for (const { key } of renewed) this.entries.forget(key);
        return;
      } catch (error) {
        if (!isOutdated(error) || attempt >= maxAttempts) throw error;
      }
    }
  }

  /**
   * Entries by number. @throws {LexichordError} `storage-failed`, fault `altered`, when one is missing, like `rows` and
   * `anchors`
   */
  async all(conversationId: string, options: CallOptions): Promise<readonly SegmentEntry[]> {
    return (await this.rows(conversationId, options)).map((row) => toEntry(row));
  }

  /** The stored rows, by number. */
  async rows(conversationId: string, { signal }: CallOptions): Promise<readonly EntryRow[]> {
    const rows = await this.table.rows(ofConversation(conversationId), { columns: entryColumns, signal });
    return wholeSegments(conversationId, rows);
  }

  /** Anchors in the order of the conversation. */
  async anchors(conversationId: string, { signal }: CallOptions): Promise<readonly AnchorPoint[]> {
    const columns = ['key', 'number', 'messageCount', 'anchors'] as const;
    const rows = await this.table.rows(ofConversation(conversationId), { columns, signal });
    return wholeSegments(conversationId, rows).flatMap((row) => readAnchors(row));
  }

  async remove(conversationId: string, options: CallOptions): Promise<void> {
    await this.table.delete(equals('conversation', conversationHash(conversationId)), options);
  }

  private async closed(conversationId: string, options: CallOptions): Promise<ClosedUpTo> {
    const head = await this.table.row(segmentIdOf(conversationId, 0), options);
    if (head === undefined) return { count: 0, messages: 0, text: undefined, row: undefined };
    return { count: head.messageCount, messages: head.firstMessage, text: head.messageIds, row: head };
  }

  /**
   * New rows of segments that were stored in an older rendering.
   *
   * @throws {LexichordError} `storage-failed` when a stored segment has other messages
   */
  private async renewedRows(segments: readonly StoredSegment[], options: CallOptions): Promise<readonly SegmentRow[]> {
    const rows: SegmentRow[] = [];
    for (const stored of segments) {
      const { segment } = stored;
      const row = await this.entries.recall(segment.segmentId, options);
      const ids = row === undefined ? [] : toEntry(row).messageIds;
      const isSame =
        ids.length === segment.messages.length && segment.messages.every(({ id }, index) => id === ids[index]);
      if (row === undefined || !isSame) throw otherSegment(segment.segmentId);
      if (isOutdatedRow(row)) rows.push(toSegmentRow(stored, row));
    }
    return rows;
  }
}

/** All rows of a conversation, including the head. */
function ofConversation(conversationId: string): Predicate<SegmentRow> {
  return equals('conversation', conversationHash(conversationId));
}

/** Rows of the segments that are not stored as closed yet. */
function newRows(
  segments: readonly StoredSegment[],
  closed: ClosedUpTo & { readonly life: number },
): readonly SegmentRow[] {
  let { count, messages } = closed;
  return segments
    .filter(({ segment }) => segment.number > closed.count)
    .map((stored) => {
      if (stored.segment.number !== count + 1) throw badSegment(stored, `segment ${count + 1} is not stored`);
      const row = toSegmentRow(stored, { life: closed.life, firstMessage: messages });
      count += 1;
      messages += row.messageCount;
      return row;
    });
}

/** The row of the head, whose text differs after every commit. */
export function toHeadRow(conversationId: string, rows: readonly SegmentRow[]): SegmentRow {
  const conversation = conversationHash(conversationId);
  const last = rows.at(-1);
  const [count, messages] = [last?.number ?? 0, (last?.firstMessage ?? 0) + (last?.messageCount ?? 0)];
  return {
    key: segmentIdOf(conversationId, 0),
    conversation,
    conversationId,
    life: last?.life ?? 0,
    number: 0,
    place: rowPosition(conversation, 0),
    firstMessage: messages,
    messageCount: count,
    messageIds: `${count} ${messages}`,
    tokenCounts: '',
    anchors: '',
  };
}

/** @returns {LexichordError} `invalid-argument` */
export function badSegment({ segment }: StoredSegment, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `Segment ${segment.segmentId} cannot be stored: ${problem}. Segments must be closed in order.`,
    { details: { segmentId: segment.segmentId, problem } },
  );
}

function otherSegment(segmentId: string): LexichordError {
  return new LexichordError(
    ErrorCode.storageFailed,
    `Segment ${segmentId} was already closed with other messages, possibly by another process with other options. Repeat the call to continue after it.`,
    { details: { segmentId, fault: 'outdated' } },
  );
}
