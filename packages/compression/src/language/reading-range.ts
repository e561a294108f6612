import type { ConversationMessage } from '@lexichord/abstractions';

/** Of a message so much is read, and of all messages together. In UTF-16 units. */
const maxOfMessage = 49_152;
const maxOfAll = 262_144;

/** Of what is read of a message that is too long, so much is its beginning: the rest is its end, where logs say what went wrong. */
const headShare = 0.75;

/** What is read of a content: all of it, or its beginning and its end. */
export interface ReadingRange {
  /** Exclusive end of the beginning. */
  readonly headEnd: number;
  /** Start of the end; `headEnd` when everything is read. */
  readonly tailStart: number;
}

/** What is read of each message. */
export function readingRanges(messages: readonly ConversationMessage[]): readonly ReadingRange[] {
  const wanted = messages.reduce((sum, { content }) => sum + Math.min(content.length, maxOfMessage), 0);
  const limit = wanted <= maxOfAll ? maxOfMessage : Math.floor(maxOfAll / messages.length);
  return messages.map(({ content }) => rangeWithin(content, limit));
}

function rangeWithin(content: string, limit: number): ReadingRange {
  if (content.length <= limit) return { headEnd: content.length, tailStart: content.length };
  const head = Math.floor(limit * headShare);
  return {
    headEnd: cutNear(content, head, head),
    tailStart: cutNear(content, content.length - (limit - head), limit - head),
  };
}

/** Behind the last line feed in the second half before the offset, else between two characters. */
function cutNear(content: string, offset: number, reach: number): number {
  const lineFeed = content.slice(offset - Math.floor(reach / 2), offset).lastIndexOf('\n');
  if (lineFeed >= 0) return offset - Math.floor(reach / 2) + lineFeed + 1;
  return isLowSurrogate(content.charCodeAt(offset)) ? offset - 1 : offset;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
