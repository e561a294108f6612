import {
  type AssembledContext,
  type CallOptions,
  type CompressionLevel,
  type ConversationHead,
  type ConversationMessage,
  type FragmentMetadata,
  type JsonValue,
  type MessageRange,
  type SegmentEntry,
  emptyAssembledContext,
} from '@lexichord/abstractions';
import { aFragment } from '@lexichord/testing';

import { FakeSegmentLevels, type SegmentSetup } from '../../expand/test-support/fake-segment-levels.js';
import { segmentIdOf } from '../../segment-id.js';
import { ExpansionTriggerDetector } from '../expansion-trigger-detector.js';
import type { StoredConversations } from '../segments/segment-words.js';

/** A segment as a test writes it: what was said, a line a message. */
export interface TalkSegment {
  readonly said: readonly string[];
  readonly texts?: SegmentSetup['texts'];
}

export const talkId = 'talk';

/** A stored conversation, and a detector that looks in it. The last segment may be open. */
export class StoredTalk implements StoredConversations {
  readonly levels = new FakeSegmentLevels();
  readonly detector = new ExpansionTriggerDetector(this, this.levels);
  /** Ranges of messages that were read. */
  readonly reads: MessageRange[] = [];
  private readonly all: ConversationMessage[] = [];
  private readonly entries: SegmentEntry[] = [];

  constructor(segments: readonly TalkSegment[], { isLastOpen = false } = {}) {
    for (const [index, { said, texts }] of segments.entries()) {
      const number = index + 1;
      const firstMessage = this.all.length;
      const messages = said.map((content, at) => ({ id: `m${firstMessage + at}`, role: 'user', content }));
      const isOpen = isLastOpen && number === segments.length;
      const segmentId = this.levels.add({ conversationId: talkId, number, isOpen, messages, ...(texts && { texts }) });
      this.all.push(...messages);
      if (isOpen) continue;
      const messageIds = messages.map(({ id }) => id);
      this.entries.push({
        segmentId,
        conversationId: talkId,
        number,
        firstMessage,
        messageIds,
        tokenCounts: [1, 1, 1, 1],
      });
    }
  }

  head(conversationId: string): Promise<ConversationHead | undefined> {
    const isKnown = conversationId === talkId && this.all.length > 0;
    return Promise.resolve(isKnown ? { conversationId, head: 'h', messages: this.all.length } : undefined);
  }

  segments(): Promise<readonly SegmentEntry[]> {
    return Promise.resolve(this.entries);
  }

  async messages(
    _conversationId: string,
    range: MessageRange = { from: 0 },
    { signal }: CallOptions = {},
  ): Promise<readonly ConversationMessage[]> {
    signal?.throwIfAborted();
    this.reads.push(range);
    return this.all.slice(range.from, range.to);
  }

  /** A context that shows segments, by number, at levels; with the texts that the test gives. */
  context(shown: Readonly<Record<number, CompressionLevel>>, content = 'A conversation.'): AssembledContext {
    const segments = Object.entries(shown).map(([number, level]) => ({
      segmentId: segmentIdOf(talkId, Number(number)),
      level,
      messageIds: this.messageIds(Number(number)),
    }));
    return contextOf({ conversationId: talkId, segments }, content);
  }

  messageIds(number: number): readonly string[] {
    const entry = this.entries.find((one) => one.number === number);
    return entry?.messageIds ?? this.all.slice(this.closedMessages).map(({ id }) => id);
  }

  private get closedMessages(): number {
    return this.entries.reduce((sum, { messageIds }) => sum + messageIds.length, 0);
  }
}

/** A context with one conversation fragment. */
export function contextOf(metadata: JsonValue | undefined, content = 'A conversation.'): AssembledContext {
  const fragment = aFragment({ sourceId: 'conversation', label: 'Conversation', content });
  return {
    ...emptyAssembledContext('copilot', 1_000),
    fragments: [metadata === undefined ? fragment : { ...fragment, metadata: metadata as FragmentMetadata }],
  };
}

/** The id of a segment of the talk. */
export function talkSegment(number: number): string {
  return segmentIdOf(talkId, number);
}
