import type {
  CallOptions,
  ConversationMessage,
  ConversationSegment,
  ICompressionStore,
  ISecretScanner,
  StoredSegment,
} from '@lexichord/abstractions';

import type { ISegmentCompressor } from '../compress/segment-compressor.js';
import { segmentIdOf } from '../segment-id.js';
import { screenMessages } from '../screen-messages.js';
import type { ISegmenter } from '../segment/segmenter.js';

/** Maximum number of segments in one commit, and so in the work that an interruption loses. */
const segmentsAtOnce = 50;

/** Services for closing segments. */
export interface ClosingParts {
  readonly store: ICompressionStore;
  readonly segmenter: ISegmenter;
  readonly compressor: ISegmentCompressor;
  readonly scanner: ISecretScanner;
}

/** Start of a conversation's open segment. */
export interface OpenSegmentStart {
  /** Number of the segment, from 1. */
  readonly number: number;
  /** Index of its first message, from 0. */
  readonly firstMessage: number;
}

/** The result of closing segments. */
export interface ClosedSegments {
  /** Start of the open segment afterwards. */
  readonly start: OpenSegmentStart;
  readonly count: number;
  readonly warnings: readonly string[];
}

/** Finds the start of the open segment from the stored entries. */
export async function findOpenSegmentStart(
  store: ICompressionStore,
  conversationId: string,
  options: CallOptions,
): Promise<OpenSegmentStart> {
  const last = (await store.segments(conversationId, options)).at(-1);
  if (last === undefined) return { number: 1, firstMessage: 0 };
  return { number: last.number + 1, firstMessage: last.firstMessage + last.messageIds.length };
}

/** Cuts, compresses and stores complete segments. Concurrent processes find the same segments. */
export async function closeSegments(
  conversationId: string,
  start: OpenSegmentStart,
  { store, segmenter, compressor, scanner }: ClosingParts,
  options: CallOptions,
): Promise<ClosedSegments> {
  const messages = await store.messages(conversationId, { from: start.firstMessage }, options);
  // Messages are screened before cutting, because embeddings may be computed by a server.
  const screened = await screenMessages(messages, { scanner, ...options });
  const sizes = await segmenter.closedSizes(screened.messages, options);
  const segments = cut(conversationId, messages, { ...start, sizes });
  const warnings = new Set<string>();
  for (let start = 0; start < segments.length; start += segmentsAtOnce) {
    const stored: StoredSegment[] = [];
    for (const segment of segments.slice(start, start + segmentsAtOnce)) {
      const made = await compressor.compress(segment, options);
      for (const warning of made.warnings) warnings.add(warning);
      stored.push({ segment, anchors: made.anchors, levels: made.levels, tokenCount: made.tokenCount });
    }
    await store.putSegments(stored, options);
  }
  const closedMessages = sizes.reduce((sum, size) => sum + size, 0);
  return {
    start: { number: start.number + segments.length, firstMessage: start.firstMessage + closedMessages },
    count: segments.length,
    warnings: [...warnings],
  };
}

function cut(
  conversationId: string,
  messages: readonly ConversationMessage[],
  { number, firstMessage, sizes }: OpenSegmentStart & { readonly sizes: readonly number[] },
): readonly ConversationSegment[] {
  let first = 0;
  return sizes.map((size, index) => {
    const own = messages.slice(first, first + size);
    const start = { number: number + index, firstMessage: firstMessage + first };
    first += size;
    return {
      segmentId: segmentIdOf(conversationId, start.number),
      conversationId,
      ...start,
      messages: own,
      isOpen: false,
    };
  });
}
