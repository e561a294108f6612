import type { ConversationMessage } from '@lexichord/abstractions';

import type { SegmentOptions } from '../compression-options.js';
import { Belonging } from './belonging.js';
import type { MessageTokens } from './message-tokens.js';
import { type Likeness, isTopicShift, topicLookAhead } from './topic-shift.js';

const minuteMs = 60_000;

/** Factor by which messages that belong together may exceed the limits. */
const stretchFactor = 2;

/** The messages to cut, with options and services. */
export interface Conversation {
  readonly messages: readonly ConversationMessage[];
  readonly tokens: MessageTokens;
  /** Absent: topics are ignored. */
  readonly likeness?: Likeness | undefined;
}

/**
 * Where the segment that begins at `start` ends; `undefined` while that is open. Messages are taken one by one, and an
 * end once found rests on the messages up to the one that was taken last, so that those behind it change nothing.
 *
 * What belongs together goes over the limits only if the whole segment is one such piece, and then to twice as many
 * messages, and to one message more than twice as many tokens at most: a segment cannot grow without end.
 */
export function firstSegmentEnd(
  start: number,
  conversation: Conversation,
  options: SegmentOptions,
): number | undefined {
  const segment = new GrowingSegment(start, conversation, options);
  for (let index = start; index < conversation.messages.length; index += 1) {
    const end = segment.take(index);
    if (end !== undefined) return end;
  }
  return undefined;
}

class GrowingSegment {
  private readonly belonging = new Belonging();
  /** Indexes of messages before which a cut is allowed. */
  private readonly places = new Set<number>();
  private lastPlace: number | undefined;
  private tokens = 0;
  private lastMs: number | undefined;
  private latestMs = -Infinity;
  /** Cuts before this index have been judged. */
  private judged: number;

  constructor(
    private readonly start: number,
    private readonly conversation: Conversation,
    private readonly options: SegmentOptions,
  ) {
    this.judged = start + 1;
  }

  /** Takes the next message, and returns the segment's end once it is certain. */
  take(index: number): number | undefined {
    const message = this.conversation.messages[index];
    if (message === undefined) return undefined;
    const belongs = this.belonging.take(message);
    if (index > this.start && !belongs) {
      this.places.add(index);
      this.lastPlace = index;
    }
    const tokens = this.conversation.tokens.at(index, this.lastMs);
    const stop = index === this.start ? undefined : this.stopAt(index, { message, belongs, tokens });
    if (stop !== undefined) return this.shiftBefore(index, index) ?? stop;
    this.tokens += tokens;
    this.lastMs = message.timestampMs ?? this.lastMs;
    this.latestMs = Math.max(this.latestMs, message.timestampMs ?? -Infinity);
    return this.shiftBefore(index + 2 - topicLookAhead, index + 1);
  }

  /** The end at a pause or a limit. */
  private stopAt(
    index: number,
    { message, belongs, tokens }: { message: ConversationMessage; belongs: boolean; tokens: number },
  ): number | undefined {
    if (!belongs && this.isPause(message)) return index;
    const { maxMessages, maxTokens } = this.options;
    const count = index - this.start;
    if (count < maxMessages && this.tokens + tokens <= maxTokens) return undefined;
    if (this.lastPlace !== undefined) return this.lastPlace;
    return count >= stretchFactor * maxMessages || this.tokens >= stretchFactor * maxTokens ? index : undefined;
  }

  /** Whether a pause precedes a message. Times may go backwards with several clocks, so the latest counts. */
  private isPause({ timestampMs }: ConversationMessage): boolean {
    const { boundary, gapMinutes } = this.options;
    if (boundary !== 'time' && boundary !== 'hybrid') return false;
    return timestampMs !== undefined && timestampMs - this.latestMs >= gapMinutes * minuteMs;
  }

  /**
   * The first change of topic before `limit` that has not been judged yet. @param end exclusive end of the known
   * messages
   */
  private shiftBefore(limit: number, end: number): number | undefined {
    const { likeness } = this.conversation;
    if (likeness === undefined) return undefined;
    for (; this.judged < limit; this.judged += 1) {
      if (!this.places.has(this.judged)) continue;
      if (isTopicShift(this.judged, { start: this.start, end }, likeness)) return this.judged;
    }
    return undefined;
  }
}
