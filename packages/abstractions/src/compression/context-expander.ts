import type { CallOptions } from '../services/call-options.js';
import type { WithheldSecret } from '../services/secret-scanner.js';
import { type Token, token } from '../token.js';
import type { CompressionLevel, ExpansionMarker } from './compressed-segment.js';
import type { ConversationMessage } from './conversation.js';

/** A segment with more detail than before (COMP-06 §4). */
export interface ExpandedContext {
  readonly segmentId: string;
  readonly level: CompressionLevel;
  /** At Full a rendering with each message verbatim, with placeholders instead of secrets. */
  readonly content: string;
  readonly tokenCount: number;
  readonly isFullTranscript: boolean;
  /** The originals, secrets included; only at Full. Not for a model. */
  readonly messages?: readonly ConversationMessage[] | undefined;
  /** Secrets that were replaced in the content, by message and rule. */
  readonly secrets: readonly WithheldSecret[];
}

/** Restores detail that compression left out (COMP-06 §4). */
export interface IContextExpander {
  /**
   * @throws {LexichordError} `not-found` for a segment that is not stored; `invalid-argument` when the target level
   * does not have more detail, or is no level
   * @throws {LicenseRequiredError} several levels in one call below Teams (COMP-06 §3.2)
   */
  expand(
    segmentId: string,
    fromLevel: CompressionLevel,
    toLevel: CompressionLevel,
    options?: CallOptions,
  ): Promise<ExpandedContext>;

  /** Expands a marker's segment to the marker's target level. @throws the errors of {@link expand} */
  expandMarker(marker: ExpansionMarker, options?: CallOptions): Promise<ExpandedContext>;

  /** Expands level by level, least detail first. @throws the errors of {@link expand}; several levels need Teams */
  cascadeExpand(
    segmentId: string,
    startLevel: CompressionLevel,
    targetLevel: CompressionLevel,
    options?: CallOptions,
  ): Promise<readonly ExpandedContext[]>;
}
export const IContextExpander: Token<IContextExpander> = token('IContextExpander');
