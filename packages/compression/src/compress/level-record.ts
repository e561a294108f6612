import type { AnchorPoint, CompressedSegment, ConversationSegment, LevelMaking } from '@lexichord/abstractions';

import type { NestedLevel } from './nest-levels.js';
import { placeMarkers } from './place-markers.js';

/** What a level is recorded with. */
export interface RecordSource {
  readonly segment: ConversationSegment;
  readonly anchors: readonly AnchorPoint[];
  readonly compressedMs: number;
  readonly originalTokenCount: number;
  readonly making: LevelMaking;
}

/** A level as it is stored and shown. */
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
