import {
  type AnchorPoint,
  type CallOptions,
  type CompressedSegment,
  type ConversationSegment,
  type Token,
  type WithheldSecret,
  token,
} from '@lexichord/abstractions';

/** What became of a segment. */
export interface SegmentCompression {
  readonly anchors: readonly AnchorPoint[];
  /** Detailed, Brief and Tags. */
  readonly levels: readonly CompressedSegment[];
  /** At Full. */
  readonly tokenCount: number;
  /** What was kept out of all of it. */
  readonly secrets: readonly WithheldSecret[];
  /** Such as: the model failed, so that the segment was compressed without it. */
  readonly warnings: readonly string[];
}

/** Finds a segment's anchors and says it at every level. */
export interface ISegmentCompressor {
  /** The same segment gives the same texts, unless a language model is asked. @throws the signal's reason */
  compress(segment: ConversationSegment, options?: CallOptions): Promise<SegmentCompression>;
}
export const ISegmentCompressor: Token<ISegmentCompressor> = token('ISegmentCompressor');
