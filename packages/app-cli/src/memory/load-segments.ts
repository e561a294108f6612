import {
  type CallOptions,
  type CompressedSegment,
  CompressionLevel,
  IConversationMemory,
  type ILexichordRuntime,
  type SegmentSummary,
} from '@lexichord/abstractions';

/** A segment with what it says at the wanted level. */
export interface ShownSegment {
  readonly summary: SegmentSummary;
  readonly text: CompressedSegment;
}

/** Which level, and where from. */
export interface SegmentLoading extends CallOptions {
  readonly runtime: ILexichordRuntime;
  readonly level: CompressionLevel;
}

/**
 * All segments of a conversation in their order. What is stored is read at once, and the rest made one by one.
 *
 * @throws {LexichordError} `not-found`
 */
export async function* loadSegments(
  conversationId: string,
  { runtime, level, signal }: SegmentLoading,
): AsyncGenerator<ShownSegment, void, undefined> {
  const memory = runtime.resolve(IConversationMemory);
  const summaries = await memory.segments(conversationId, { signal });
  const isStored = level !== CompressionLevel.full;
  const stored = isStored ? await memory.storedLevels(conversationId, level, { signal }) : [];
  const known = new Map(stored.map((one) => [one.segmentId, one]));
  for (const summary of summaries) {
    const { segmentId } = summary;
    yield { summary, text: known.get(segmentId) ?? (await memory.segment(segmentId, level, { signal })) };
  }
}
