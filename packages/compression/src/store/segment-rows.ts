import {
  type AnchorPoint,
  type CompressedSegment,
  CompressionLevel,
  ErrorCode,
  LexichordError,
  type SegmentEntry,
  type StoredSegment,
} from '@lexichord/abstractions';

import { defaultId } from '../log/plan-append.js';
import { shownConversation } from '../not-stored.js';
import { renderingVersion } from '../render/render-messages.js';
import { conversationHash } from '../segment-id.js';
import { type SegmentRow, rowPosition, segmentTable } from './compression-tables.js';

/** All columns of a segment except its anchors, which are long. */
export const entryColumns = [
  'key',
  'conversation',
  'conversationId',
  'life',
  'number',
  'firstMessage',
  'messageCount',
  'messageIds',
  'tokenCounts',
  'startedMs',
  'endedMs',
  'rendering',
] as const satisfies (keyof SegmentRow)[];

/** A row of a segment without its anchors. */
export type EntryRow = Pick<SegmentRow, (typeof entryColumns)[number]>;

/** Converts a segment to its row, for the life of its conversation and the index of its first message. */
export function toSegmentRow(
  stored: StoredSegment,
  { life, firstMessage }: { readonly life: number; readonly firstMessage: number },
): SegmentRow {
  const { segmentId, conversationId, number, messages } = stored.segment;
  const ids = messages.map(({ id }) => id);
  const times = messages.flatMap(({ timestampMs }) => timestampMs ?? []);
  return {
    key: segmentId,
    conversation: conversationHash(conversationId),
    conversationId,
    life,
    number,
    place: rowPosition(conversationHash(conversationId), number),
    firstMessage,
    messageCount: ids.length,
    messageIds: ids.every((id, index) => id === defaultId(firstMessage + index)) ? '' : JSON.stringify(ids),
    tokenCounts: JSON.stringify(countsByLevel(stored.levels, stored.tokenCount)),
    anchors: JSON.stringify(stored.anchors),
    startedMs: times[0],
    endedMs: times.at(-1),
    rendering: renderingVersion,
  };
}

/** Tokens of a segment at each level; the index is the level. */
export function countsByLevel(levels: readonly CompressedSegment[], fullTokens: number): readonly number[] {
  const counts = [fullTokens, 0, 0, 0];
  for (const { level, tokenCount } of levels) counts[level] = tokenCount;
  return counts;
}

export function toEntry(row: EntryRow): SegmentEntry {
  const { key: segmentId, conversationId, number, firstMessage, messageCount, startedMs, endedMs } = row;
  const times = { ...(startedMs === undefined ? {} : { startedMs }), ...(endedMs === undefined ? {} : { endedMs }) };
  const messageIds =
    row.messageIds === ''
      ? Array.from({ length: messageCount }, (_, index) => defaultId(firstMessage + index))
      : (readList(row.messageIds, segmentId) as readonly string[]);
  const tokenCounts = isOutdatedRow(row) ? [] : (readList(row.tokenCounts, segmentId) as readonly number[]);
  return { segmentId, conversationId, number, firstMessage, messageIds, tokenCounts, ...times };
}

/** Whether tokens and anchors of a segment are of an older rendering of its messages. */
export function isOutdatedRow({ rendering }: Pick<SegmentRow, 'rendering'>): boolean {
  return rendering !== renderingVersion;
}

export function readAnchors({ key, anchors }: Pick<SegmentRow, 'key' | 'anchors'>): readonly AnchorPoint[] {
  return readList(anchors, key) as readonly AnchorPoint[];
}

/** The stored levels; Full is made from the messages. */
export const storedLevels: readonly CompressionLevel[] = [
  CompressionLevel.detailed,
  CompressionLevel.brief,
  CompressionLevel.tags,
];

function readList(text: string, segmentId: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return value;
  } catch {
    // Reported below, without the engine's message, which would contain a part of the text.
  }
  throw new LexichordError(
    ErrorCode.storageFailed,
    `Segment ${segmentId} was changed or damaged after it was stored. Restore the store from a backup.`,
    { details: { segmentId } },
  );
}

/** The fields that show whether a segment's row is missing. */
type Numbered = Pick<SegmentRow, 'number' | 'messageCount'>;

/**
 * Sorts the closed segments of a conversation by number, and checks their count against the head's row: a row with a
 * damaged conversation is not found, and so its checksum is never compared.
 *
 * @param rows all rows that were found, including the head, in any order
 * @throws {LexichordError} `storage-failed`, fault `altered`, when one is missing
 */
export function wholeSegments<Row extends Numbered>(conversationId: string, rows: readonly Row[]): readonly Row[] {
  const closed = rows.filter(({ number }) => number > 0).sort((a, b) => a.number - b.number);
  const count = rows.find(({ number }) => number === 0)?.messageCount ?? 0;
  const gap = closed.findIndex(({ number }, index) => number !== index + 1);
  if (gap < 0 && closed.length === count) return closed;
  const first = gap < 0 ? Math.min(closed.length, count) : gap;
  const shown = shownConversation(conversationId);
  throw new LexichordError(
    ErrorCode.storageFailed,
    `The segments of conversation ${JSON.stringify(shown)} were changed or damaged after they were stored: the record of segment ${first + 1}, or the number of segments, is missing. Run "lexichord doctor" to see what is affected, and "lexichord doctor --repair" to recover the intact data.`,
    { details: { table: segmentTable.name, conversationId: shown, fault: 'altered' } },
  );
}
