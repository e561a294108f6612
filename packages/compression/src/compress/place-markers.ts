import { type CompressionLevel, type ExpansionMarker, compressionLevelNames } from '@lexichord/abstractions';
import { graphemeFloor } from '@lexichord/tokenizer';

import type { LevelText } from './level-text.js';

/** Of a label, in UTF-16 units. */
const maxLabelLength = 60;

/** What the markers of a level are made for. */
export interface MarkedLevel {
  readonly segmentId: string;
  readonly level: CompressionLevel;
  readonly targetLevel: CompressionLevel;
  /** Of the segment's messages. */
  readonly messageIds: readonly string[];
}

/** A marker for each statement. */
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

/** The beginning of a text on one line. */
function labelOf(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= maxLabelLength ? line : `${line.slice(0, graphemeFloor(line, maxLabelLength - 1)).trimEnd()}…`;
}
