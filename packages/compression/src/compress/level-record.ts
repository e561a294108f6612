import {
  type AnchorPoint,
  type CompressedSegment,
  type CompressionLevel,
  type ConversationSegment,
  type ExpansionMarker,
  type LevelMaking,
  compressionLevelNames,
} from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

import type { LevelText, NestedLevel } from './level-text.js';

/** The data of a stored level besides its text. */
export interface RecordSource {
  readonly segment: ConversationSegment;
  readonly anchors: readonly AnchorPoint[];
  readonly compressedMs: number;
  readonly originalTokenCount: number;
  readonly making: LevelMaking;
}

/** Creates the record of a level, as it is stored and shown. */
export function record({ level, targetLevel, content }: NestedLevel, source: RecordSource): CompressedSegment {
  const { segment, anchors, compressedMs, originalTokenCount, making } = source;
  const { segmentId, conversationId, messages } = segment;
  const messageIds = messages.map(({ id }) => id);
  return {
    ...{ segmentId, conversationId, level, content: content.text, anchors },
    markers: placeMarkers(content, { segmentId, level, targetLevel, messageIds }),
    ...{ tokenCount: content.tokenCount, originalTokenCount, compressedMs, making },
  };
}

/** Maximum length of a marker's label, in UTF-16 units. */
const maxLabelLength = 60;

/** The level that gets markers. */
interface MarkedLevel {
  readonly segmentId: string;
  readonly level: CompressionLevel;
  readonly targetLevel: CompressionLevel;
  /** Ids of the segment's messages. */
  readonly messageIds: readonly string[];
}

/** Creates a marker for each statement. */
export function placeMarkers({ text, statements }: LevelText, marked: MarkedLevel): readonly ExpansionMarker[] {
  const { segmentId, level, targetLevel, messageIds } = marked;
  return statements.map(({ start, end, messages }, index) => ({
    id: `${segmentId}:${compressionLevelNames[level]}:${index + 1}`,
    segmentId,
    label: labelOf(text.slice(start, Math.min(end, start + 4 * maxLabelLength))),
    targetLevel,
    startOffset: start,
    endOffset: end,
    messageIds: messages.flatMap((message) => messageIds[message] ?? []),
  }));
}

/** The start of a text, on one line. */
function labelOf(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= maxLabelLength ? line : `${line.slice(0, graphemeFloor(line, maxLabelLength - 1)).trimEnd()}…`;
}
