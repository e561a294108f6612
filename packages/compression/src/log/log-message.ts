import { type ConversationMessage, ErrorCode, LexichordError } from '@lexichord/abstractions';

import { readMessage } from '../file/message-schema.js';
import type { LogRow } from '../store/compression-tables.js';

/** Reads a message from its record. @throws {LexichordError} `storage-failed` for a changed record */
export function readLogMessage({
  id,
  kind,
  text,
  index,
}: Pick<LogRow, 'id' | 'kind' | 'text' | 'index'>): ConversationMessage {
  const reading = readMessage(text);
  if (reading.problem === undefined) {
    const { role, speaker, content, timestampMs } = reading.message;
    return {
      id,
      role,
      ...(speaker === undefined ? {} : { speaker }),
      content,
      ...(timestampMs === undefined ? {} : { timestampMs }),
      ...(kind === 'message' ? { original: text } : {}),
    };
  }
  throw new LexichordError(
    ErrorCode.storageFailed,
    `Message ${index + 1} of a conversation was changed or damaged after it was stored. Run "lexichord memory verify" for details, and restore the store from a backup.`,
    { details: { message: index + 1 } },
  );
}

/** Writes ascending message indexes, counted from 0, as ranges counted from 1: `#3–5, #9`. */
export function describeRanges(indexes: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indexes) {
    const last = ranges.at(-1);
    if (last?.[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges.map(([from, to]) => (to === from + 1 ? `#${to}` : `#${from + 1}–${to}`)).join(', ');
}
