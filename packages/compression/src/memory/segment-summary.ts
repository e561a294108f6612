import {
  type CompressedSegment,
  CompressionLevel,
  type ConversationSegment,
  type SegmentEntry,
  type SegmentSummary,
} from '@lexichord/abstractions';

import { countsByLevel } from '../store/segment-rows.js';

/** A closed segment as it is told of. */
export function summarizeEntry(entry: SegmentEntry): SegmentSummary {
  const { segmentId, number, messageIds, tokenCounts, startedMs, endedMs } = entry;
  return { segmentId, number, messageIds, isOpen: false, tokenCounts: namedCounts(tokenCounts), startedMs, endedMs };
}

/** The open segment as it is told of. */
export function summarizeOpen(
  { segmentId, number, messages }: ConversationSegment,
  levels: readonly CompressedSegment[],
  fullTokens: number,
): SegmentSummary {
  const times = messages.flatMap(({ timestampMs }) => timestampMs ?? []);
  return {
    segmentId,
    number,
    messageIds: messages.map(({ id }) => id),
    isOpen: true,
    tokenCounts: namedCounts(countsByLevel(levels, fullTokens)),
    startedMs: times[0],
    endedMs: times.at(-1),
  };
}

/** @param counts by level */
function namedCounts(counts: readonly number[]): SegmentSummary['tokenCounts'] {
  return {
    full: counts[CompressionLevel.full] ?? 0,
    detailed: counts[CompressionLevel.detailed] ?? 0,
    brief: counts[CompressionLevel.brief] ?? 0,
    tags: counts[CompressionLevel.tags] ?? 0,
  };
}
