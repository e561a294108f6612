import {
  type AnchorPoint,
  type CallOptions,
  type CompressedSegment,
  type ConversationSegment,
  type Token,
  type WithheldSecret,
  token,
} from '@lexichord/abstractions';

/** The result of compressing a segment. */
export interface SegmentCompression {
  readonly anchors: readonly AnchorPoint[];
  /** Detailed, Brief and Tags. */
  readonly levels: readonly CompressedSegment[];
  /** Tokens at Full. */
  readonly tokenCount: number;
  /** Secrets that were replaced in all texts of the result. */
  readonly secrets: readonly WithheldSecret[];
  /** One sentence each; for example, that the model failed and extraction was used. */
  readonly warnings: readonly string[];
}

/** Finds a segment's anchors and compresses it to every level. */
export interface ISegmentCompressor {
  /** Compresses a segment. Deterministic unless a language model is used. @throws the signal's reason */
  compress(segment: ConversationSegment, options?: CallOptions): Promise<SegmentCompression>;

  /**
   * Makes stored levels of a segment again, each in its original way, without a model. Anchors by rules are found
   * again; anchors that a model named are kept if they are in the messages.
   *
   * @param stored levels of this segment; those by a model only limit the size of the levels below them
   * @returns new versions of the levels that rules made with the present token counter, in the order of `stored`
   * @throws the signal's reason
   */
  remake(
    segment: ConversationSegment,
    stored: readonly CompressedSegment[],
    options?: CallOptions,
  ): Promise<readonly CompressedSegment[]>;
}
export const ISegmentCompressor: Token<ISegmentCompressor> = token('ISegmentCompressor');
