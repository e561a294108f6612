import { type CallOptions, type ConversationMessage, type Token, token } from '@lexichord/abstractions';

/** Cuts a conversation into segments. */
export interface ISegmenter {
  /**
   * Sizes of the segments that end among the messages, in their order; what is behind the last one is still open. A
   * segment ends for good: more messages behind these never give other sizes, only more of them.
   *
   * @param messages from the first one that is in no closed segment
   */
  closedSizes(messages: readonly ConversationMessage[], options?: CallOptions): Promise<readonly number[]>;
}
export const ISegmenter: Token<ISegmenter> = token('ISegmenter');
