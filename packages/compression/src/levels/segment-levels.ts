import {
  type CallOptions,
  type CompressedSegment,
  type CompressionLevel,
  type ConversationSegment,
  type Token,
  token,
} from '@lexichord/abstractions';

/** A segment, closed or open, at any level. */
export interface ISegmentLevels {
  /** `undefined` for an id that no stored conversation has. */
  segment(segmentId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /** What is behind the last closed segment; `undefined` when there is nothing. */
  openSegment(conversationId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /**
   * The segment as it is stored at a level; made from the originals, and stored for the next time, where it is not. Full
   * is always made from the originals.
   *
   * @throws {LexichordError} `not-found`
   */
  level(segmentId: string, level: CompressionLevel, options?: CallOptions): Promise<CompressedSegment>;
}
export const ISegmentLevels: Token<ISegmentLevels> = token('ISegmentLevels');
