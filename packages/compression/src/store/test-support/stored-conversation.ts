import {
  type AnchorPoint,
  type CompressedSegment,
  type CompressionLevel,
  type ConversationMessage,
  type ICompressionStore,
  type NewMessage,
  type StoredSegment,
} from '@lexichord/abstractions';

import { segmentIdOf } from '../../segment-id.js';

/** Short messages of two people, without ids. */
export function someMessages(count: number, from = 0): readonly NewMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    role: (from + index) % 2 === 0 ? 'user' : 'assistant',
    content: `What ${from + index} says`,
    timestampMs: 1_700_000_000_000 + (from + index) * 60_000,
  }));
}

/** A closed segment over messages, with an anchor and all levels. */
export function aStoredSegment(
  conversationId: string,
  number: number,
  messages: readonly ConversationMessage[],
): StoredSegment {
  const segmentId = segmentIdOf(conversationId, number);
  // Messages that come without an id are named by their place.
  const firstMessage = Number(/^m(\d+)$/u.exec(messages[0]?.id ?? '')?.[1] ?? 0);
  const anchors: readonly AnchorPoint[] = [
    {
      kind: 'decision',
      text: `We take "${number}".`,
      importance: 0.75,
      messageId: messages[0]?.id ?? '',
      startOffset: 2,
      endOffset: 16,
    },
  ];
  const levels = ([1, 2, 3] as const).map((level) => aLevel({ conversationId, number, level, anchors }));
  return {
    segment: { segmentId, conversationId, number, firstMessage, messages, isOpen: false },
    anchors,
    levels,
    tokenCount: 1_000 + number,
  };
}

/** A level of a segment. */
export function aLevel({
  conversationId,
  number,
  level,
  anchors = [],
}: {
  readonly conversationId: string;
  readonly number: number;
  readonly level: CompressionLevel;
  readonly anchors?: readonly AnchorPoint[];
}): CompressedSegment {
  const segmentId = segmentIdOf(conversationId, number);
  const messageIds = anchors.map(({ messageId }) => messageId);
  const marker = { segmentId, label: `to "${number}"`, targetLevel: (level - 1) as CompressionLevel, messageIds };
  return {
    segmentId,
    conversationId,
    level,
    content: `Level ${level} of ${number}: \u{1f600}\ud800`,
    anchors,
    markers: [{ ...marker, id: `${segmentId}:${level}:1`, startOffset: 0, endOffset: 7 }],
    tokenCount: 300 / level,
    originalTokenCount: 1_000 + number,
    compressedMs: 1.5,
  };
}

/** The conversation as it is exported, whole. */
export async function exported(store: ICompressionStore, conversationId: string): Promise<string> {
  let text = '';
  for await (const piece of await store.export(conversationId)) text += piece;
  return text;
}

/** A file's bytes, cut into chunks of a size. */
export async function* inChunks(text: string, size = 65_536): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = Buffer.from(text, 'utf8');
  for (let start = 0; start < bytes.length; start += size) {
    yield await Promise.resolve(bytes.subarray(start, start + size));
  }
}
