import { isDeepStrictEqual } from 'node:util';

import {
  type CallOptions,
  type CompressedSegment,
  compressionLevelNames,
  type ConversationSegment,
  isLexichordError,
} from '@lexichord/abstractions';
import type { CheckTally } from '@lexichord/platform/internal';

import type { ISegmentCompressor } from '../compress/segment-compressor.js';
import type { LogHead } from '../log/log-head.js';
import { readLogMessage } from '../log/log-message.js';
import type { LogReader, MessageRow } from '../log/log-reader.js';
import { conversationHash, segmentIdOf } from '../segment-id.js';
import { rowPosition, type SegmentRow } from '../store/compression-tables.js';
import { readAnchors, toEntry } from '../store/segment-rows.js';
import { toHeadRow } from '../store/segment-store.js';

/** The stored rows of one conversation's closed segments. */
export interface StoredSegments {
  /** Head of the conversation, which is not removed. */
  readonly head: LogHead;
  /** Including the head of the segments, in any order. */
  readonly rows: readonly SegmentRow[];
}

/** The reader of the messages, and the tallies of the report. */
export interface SegmentCheck {
  readonly reader: LogReader;
  readonly segments: CheckTally;
  readonly messages: CheckTally;
}

/**
 * Compares the closed segments of a conversation with its messages: each segment starts where the previous one ends,
 * lists existing messages, and has its anchors in them.
 *
 * @returns the valid segments with their messages, by number
 */
export async function* checkSegments(
  { head, rows }: StoredSegments,
  { reader, segments, messages }: SegmentCheck,
  options: CallOptions,
): AsyncGenerator<ConversationSegment, void, undefined> {
  const { conversationId } = head;
  const closed = rows.filter(({ number }) => number > 0).sort((a, b) => a.number - b.number);
  let next = { number: 1, firstMessage: 0 };
  for (const row of closed) {
    options.signal?.throwIfAborted();
    segments.count();
    const range = { from: row.firstMessage, to: row.firstMessage + row.messageCount };
    const read = await reader.messageRows(conversationId, range, options);
    const stored = read.filter(({ kind, life }) => kind !== 'end' && life === head.life);
    messages.count(stored.length);
    const segment = orderProblem(row, { head, next }) ?? segmentOf(row, stored);
    if (typeof segment !== 'string') yield segment;
    else segments.find({ subject: row.key, problem: segment, isMended: false });
    next = { number: row.number + 1, firstMessage: range.to };
  }
  const headProblem = problemOfHead(head, { rows, closed });
  if (headProblem === undefined) return;
  segments.find({ subject: segmentIdOf(conversationId, 0), problem: headProblem, isMended: false });
}

const remedy =
  'Run "lexichord doctor --repair" to create the segments from there on again, or "lexichord memory restore" to restore them.';

function orderProblem(
  row: SegmentRow,
  { head, next }: { readonly head: LogHead; readonly next: Pick<SegmentRow, 'number' | 'firstMessage'> },
): string | undefined {
  const { conversationId, life } = head;
  const conversation = conversationHash(conversationId);
  const isInOrder =
    row.key === segmentIdOf(conversationId, row.number) &&
    row.conversationId === conversationId &&
    row.place === rowPosition(conversation, row.number);
  if (!isInOrder) return `It is stored at the position of another segment. ${remedy}`;
  if (row.life !== life) return 'It belongs to a removed conversation with the same id.';
  const isNext = row.number === next.number && row.firstMessage === next.firstMessage && row.messageCount > 0;
  return isNext ? undefined : `It does not start at the end of the segment before it. ${remedy}`;
}

/**
 * A segment with its messages, or its problem.
 *
 * @param stored the stored messages of its range
 */
function segmentOf(row: SegmentRow, stored: readonly MessageRow[]): ConversationSegment | string {
  const { key: segmentId, conversationId, number, firstMessage, messageCount } = row;
  try {
    const named = toEntry(row).messageIds;
    if (named.length !== messageCount) return `It lists ${named.length} messages, but its count is ${messageCount}.`;
    const missing = named.filter((id, index) => stored[index]?.id !== id).length;
    if (missing > 0) return `Of its ${named.length} messages, ${missing} are not stored at the listed positions.`;
    const own = new Set(named);
    const strays = readAnchors(row).filter(({ messageId }) => !own.has(messageId)).length;
    if (strays > 0) return `${strays} of its anchors refer to messages outside of it.`;
    const messages = stored.map((message) => readLogMessage(message));
    return { segmentId, conversationId, number, firstMessage, messages, isOpen: false };
  } catch (error) {
    if (!isLexichordError(error)) throw error;
    return `Its record, or one of its messages, cannot be read. ${remedy}`;
  }
}

function problemOfHead(
  { conversationId }: LogHead,
  { rows, closed }: { readonly rows: readonly SegmentRow[]; readonly closed: readonly SegmentRow[] },
): string | undefined {
  const head = rows.find(({ number }) => number === 0);
  if (closed.length === 0) {
    return head === undefined
      ? undefined
      : `It records ${head.messageCount} closed segments, but none is stored. ${remedy}`;
  }
  const { messageIds, life } = toHeadRow(conversationId, closed);
  if (head?.messageIds === messageIds && head.life === life) return undefined;
  return `It does not match the last of ${closed.length} closed segments. ${remedy}`;
}

/** Reasons why a level cannot be checked. */
const byModel = 'written by a language model, whose output is not reproducible';
const otherCounter = 'counted with a tokenizer other than the configured one';

/** A stored level that differs from a fresh compression of its segment. */
export interface WrongLevel {
  readonly level: CompressedSegment;
  /** One sentence for a message. */
  readonly problem: string;
}

/**
 * Compresses a segment again and compares all visible fields with its stored levels.
 *
 * @param stored each is of this segment
 * @returns the levels that differ
 */
export async function compareLevels(
  { segment, stored }: { readonly segment: ConversationSegment; readonly stored: readonly CompressedSegment[] },
  { compressor, levels }: { readonly compressor: ISegmentCompressor; readonly levels: CheckTally },
  options: CallOptions,
): Promise<readonly WrongLevel[]> {
  const remade = new Map(
    (await compressor.remake(segment, stored, options)).map((level) => [level.level, level] as const),
  );
  const wrong: WrongLevel[] = [];
  for (const level of stored) {
    const { making } = level;
    const expected = remade.get(level.level);
    if (making?.by === 'model') levels.leave(byModel);
    else if (making !== undefined && expected === undefined) levels.leave(otherCounter);
    else {
      levels.count();
      const problem = expected === undefined ? 'it has no record of how it was created' : difference(level, expected);
      if (problem !== undefined)
        wrong.push({ level, problem: `Its ${compressionLevelNames[level.level]} level: ${problem}.` });
    }
  }
  return wrong;
}

/** Describes the first difference between a stored and an expected level. */
function difference(stored: CompressedSegment, expected: CompressedSegment): string | undefined {
  if (stored.content !== expected.content) return 'its text does not match the messages of the segment';
  if (!isDeepStrictEqual(stored.anchors, expected.anchors)) return 'its anchors do not match the messages';
  if (!isDeepStrictEqual(stored.markers, expected.markers)) return 'its markers do not match the segment';
  const hasCounts =
    stored.tokenCount === expected.tokenCount && stored.originalTokenCount === expected.originalTokenCount;
  return hasCounts ? undefined : 'its token counts differ';
}
