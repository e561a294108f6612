import type { ConversationMessage, ITokenCounter } from '@lexichord/abstractions';

import type { SegmentOptions } from '../compression-options.js';
import { beginsWithResult, isFromTool } from '../message/tool-results.js';
import { needsTime, renderMessages, timeText } from '../render/render-messages.js';
import { isTopicShift, type Likeness, topicLookAhead } from './topic-shift.js';

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
 * The end of the segment that starts at `start`; `undefined` while the segment is open. Messages are read one by one,
 * and an end depends only on the messages up to the last one read, so that later messages change nothing.
 *
 * Messages that belong together exceed the limits only if they are the whole segment, and then at most by a factor of
 * two in messages, and by that factor and one message in tokens: a segment cannot grow without limit.
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
  private readonly cutIndexes = new Set<number>();
  private lastCut: number | undefined;
  private tokens = 0;
  private lastMs: number | undefined;
  private latestMs = -Infinity;
  /** First cut that has not been tested. */
  private judged: number;

  constructor(
    private readonly start: number,
    private readonly conversation: Conversation,
    private readonly options: SegmentOptions,
  ) {
    this.judged = start + 1;
  }

  /** Reads the next message, and returns the segment's end when it is certain. */
  take(index: number): number | undefined {
    const message = this.conversation.messages[index];
    if (message === undefined) return undefined;
    const belongs = this.belonging.take(message);
    if (index > this.start && !belongs) {
      this.cutIndexes.add(index);
      this.lastCut = index;
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
    if (this.lastCut !== undefined) return this.lastCut;
    return count >= stretchFactor * maxMessages || this.tokens >= stretchFactor * maxTokens ? index : undefined;
  }

  /** Whether a pause precedes a message. Times of several clocks may go backwards, so the latest counts. */
  private isPause({ timestampMs }: ConversationMessage): boolean {
    const { boundary, gapMinutes } = this.options;
    if (boundary !== 'time' && boundary !== 'hybrid') return false;
    return timestampMs !== undefined && timestampMs - this.latestMs >= gapMinutes * minuteMs;
  }

  /**
   * The first change of topic before `limit` that has not been tested. @param end exclusive end of the messages that
   * were read
   */
  private shiftBefore(limit: number, end: number): number | undefined {
    const { likeness } = this.conversation;
    if (likeness === undefined) return undefined;
    for (; this.judged < limit; this.judged += 1) {
      if (!this.cutIndexes.has(this.judged)) continue;
      if (isTopicShift(this.judged, { start: this.start, end }, likeness)) return this.judged;
    }
    return undefined;
  }
}

/** Number of further messages of the asker after which the answer is no longer awaited. */
const maxFollowUps = 3;

/** Length of a message's end that is searched for a question mark, in UTF-16 units. */
const maxEndLength = 80;

/** A question mark of any script without words after it. */
const questionAtEnd = /[?？؟⁇⁈⁉‽፧՞][^\p{L}\p{N}]*$/u;

/** A message without such a character has no subject, for example one that only calls a tool. */
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Decides, message by message, whether a message must stay in the segment of the previous one: a tool's result with its
 * call, and an answer with its question, including additions by the asker and tool calls in between.
 */
export class Belonging {
  private isBegun = false;
  private asker: string | undefined;
  private added = 0;

  /** Whether the next message of a segment belongs to those before it. */
  take(message: ConversationMessage): boolean {
    const belongs = this.isBegun && (beginsWithResult(message) || this.asker !== undefined);
    this.isBegun = true;
    if (isFromTool(message)) return belongs;
    const who = JSON.stringify([message.role, message.speaker]);
    this.wait(who, message.content);
    if (endsInQuestion(message.content)) {
      this.asker = who;
      this.added = 0;
    }
    return belongs;
  }

  private wait(who: string, content: string): void {
    if (this.asker === undefined) return;
    if (who === this.asker) this.added += 1;
    const isAnswer = who !== this.asker && wordCharacter.test(content);
    if (isAnswer || this.added >= maxFollowUps) this.asker = undefined;
  }
}

/** Whether a message ends with a question. Punctuation, quotes and smileys after it are ignored. */
export function endsInQuestion(content: string): boolean {
  // Trims first, because a thousand line ends may follow the last words.
  return questionAtEnd.test(content.trimEnd().slice(-maxEndLength));
}

/**
 * Counts the tokens of messages at Full. Each message starts a line, where counts are additive, so that a message is
 * counted once for any segment.
 */
export class MessageTokens {
  private readonly counts: (number | undefined)[] = [];

  constructor(
    private readonly messages: readonly ConversationMessage[],
    private readonly tokenCounter: ITokenCounter,
  ) {}

  /** @param beforeMs time of the segment's last message that has a time; `undefined` at the start */
  at(index: number, beforeMs: number | undefined): number {
    const message = this.messages[index];
    if (message === undefined) return 0;
    const { timestampMs } = message;
    const timeLine = needsTime(timestampMs, beforeMs) ? `[${timeText(timestampMs)}]\n` : '';
    return this.tokenCounter.countTokens(timeLine) + this.wordsAt(index, message);
  }

  private wordsAt(index: number, message: ConversationMessage): number {
    const cached = this.counts[index];
    if (cached !== undefined) return cached;
    const { text } = renderMessages([{ ...message, timestampMs: undefined }]);
    // A leading slash may join the line end before it in one token.
    const joint = text.startsWith('/') ? 1 : 0;
    return (this.counts[index] = joint + this.tokenCounter.countTokens(`${text}\n`));
  }
}
