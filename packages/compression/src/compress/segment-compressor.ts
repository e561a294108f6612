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

  /**
   * What stored levels of a segment have to be, by how each of them was made, without asking a model: of anchors that rules
   * found, rules find the same again; those that a model named are kept as far as they are said.
   *
   * @param stored of this segment; those by a model are only what the others lie below
   * @returns those of the stored ones that rules made with the token counter in use, made again, in their order
   * @throws the signal's reason
   */
  remake(
    segment: ConversationSegment,
    stored: readonly CompressedSegment[],
    options?: CallOptions,
  ): Promise<readonly CompressedSegment[]>;
}
export const ISegmentCompressor: Token<ISegmentCompressor> = token('ISegmentCompressor');
