import type { ConversationMessage, ITokenCounter } from '@lexichord/abstractions';

import { isTimeSaid, renderMessages, timeText } from '../render/render-messages.js';

/**
 * Counts the tokens of messages at Full. Each message begins a line, where counts are additive, so that a message is
 * counted once for any segment.
 */
export class MessageTokens {
  private readonly counts: (number | undefined)[] = [];

  constructor(
    private readonly messages: readonly ConversationMessage[],
    private readonly tokenCounter: ITokenCounter,
  ) {}

  /** @param beforeMs when the last message of the segment that has a time was said; `undefined` at the beginning */
  at(index: number, beforeMs: number | undefined): number {
    const message = this.messages[index];
    if (message === undefined) return 0;
    const { timestampMs } = message;
    const timeLine = isTimeSaid(timestampMs, beforeMs) ? `[${timeText(timestampMs)}]\n` : '';
    return this.tokenCounter.countTokens(timeLine) + this.wordsAt(index, message);
  }

  private wordsAt(index: number, message: ConversationMessage): number {
    const known = this.counts[index];
    if (known !== undefined) return known;
    const { text } = renderMessages([{ ...message, timestampMs: undefined }]);
    // A leading slash may join the line end before it in one token.
    const joint = text.startsWith('/') ? 1 : 0;
    return (this.counts[index] = joint + this.tokenCounter.countTokens(`${text}\n`));
  }
}
