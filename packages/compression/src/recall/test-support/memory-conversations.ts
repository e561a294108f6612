import 'reflect-metadata';
import {
  type AnchorPoint,
  type CompressedSegment,
  CompressionLevel,
  type ConversationHead,
  type ConversationMessage,
  type ICompressionStore,
  type ITokenCounter,
  type MessageRange,
  type SegmentEntry,
} from '@lexichord/abstractions';
import { PatternSecretScanner, RecordingLogger } from '@lexichord/testing';
import { BpeTokenCounter } from '@lexichord/tokenizer';

import type { ISegmentLevels } from '../../segment-levels.js';
import { renderMessages } from '../../render/render-messages.js';
import { parseSegmentId, segmentIdOf } from '../../segment-id.js';
import { Removals } from '../../store/removals.js';
import { ConversationRecall } from '../conversation-recall.js';

/** A test's message. */
export type Said = Partial<ConversationMessage> | string;

/** Messages of two people who take turns, a minute apart, unless a test says otherwise. */
export function messagesOf(said: readonly Said[], from = 0): readonly ConversationMessage[] {
  return said.map((one, offset): ConversationMessage => {
    const index = from + offset;
    const given = typeof one === 'string' ? { content: one } : one;
    const speaker = index % 2 === 0 ? 'Ada' : 'Ben';
    return { id: `m${index}`, role: 'user', speaker, content: '', timestampMs: index * 60_000, ...given };
  });
}

/** A test's conversation. */
export interface ConversationSketch {
  readonly messages: readonly ConversationMessage[];
  /** Messages of a closed segment; what is left over is open. Default 4. */
  readonly segmentSize?: number;
  readonly anchors?: readonly AnchorPoint[];
}

/** An anchor for words of a message. */
export function anAnchor({ id, content }: ConversationMessage, text: string, importance = 0.8): AnchorPoint {
  const startOffset = content.indexOf(text);
  return { kind: 'decision', text, importance, messageId: id, startOffset, endOffset: startOffset + text.length };
}

/** Conversations in memory, cut and told of by rule, and a count of what was asked. */
export class MemoryConversations {
  readonly tokenCounter: ITokenCounter = new BpeTokenCounter({ encoding: 'o200k_base' });
  readonly log = new RecordingLogger();
  readonly removals = new Removals();
  readonly scanner = new PatternSecretScanner();
  readonly asked: string[] = [];
  /** Whether short forms are stored; else they are made when somebody asks. */
  areLevelsStored = true;
  /** Rejected with by the next question. */
  failure: Error | undefined;
  private readonly conversations = new Map<string, ConversationSketch>();
  private changes = 0;

  /** The same services as a container would give. */
  recall(): ConversationRecall {
    return new ConversationRecall(this.store, this.levels, this.tokenCounter, this.log, this.removals, this.scanner);
  }

  put(conversationId: string, sketch: ConversationSketch): void {
    this.conversations.set(conversationId, sketch);
    this.changes += 1;
  }

  private readonly store = {
    head: (conversationId: string): Promise<ConversationHead | undefined> => {
      const sketch = this.conversations.get(conversationId);
      if (sketch === undefined) return Promise.resolve(undefined);
      return Promise.resolve({ conversationId, head: `head ${this.changes}`, messages: sketch.messages.length });
    },
    messages: (conversationId: string, { from, to }: MessageRange): Promise<readonly ConversationMessage[]> => {
      this.asked.push(`messages ${from}-${to ?? ''}`);
      const { failure } = this;
      this.failure = undefined;
      if (failure !== undefined) return Promise.reject(failure);
      return Promise.resolve(this.sketchOf(conversationId).messages.slice(from, to));
    },
    life: () => Promise.resolve(1),
    segments: (conversationId: string) => Promise.resolve(this.entriesOf(conversationId)),
    anchors: (conversationId: string) => Promise.resolve(this.sketchOf(conversationId).anchors ?? []),
    levels: (conversationId: string, level: CompressionLevel): Promise<readonly CompressedSegment[]> =>
      Promise.resolve(
        this.areLevelsStored
          ? this.entriesOf(conversationId).map(({ segmentId }) => this.levelOf(segmentId, level))
          : [],
      ),
  } as Partial<ICompressionStore> as ICompressionStore;

  private readonly levels = {
    level: (segmentId: string, level: CompressionLevel): Promise<CompressedSegment> => {
      this.asked.push(`level ${level} of ${parseSegmentId(segmentId)?.number ?? ''}`);
      return Promise.resolve(this.levelOf(segmentId, level));
    },
  } as Partial<ISegmentLevels> as ISegmentLevels;

  private sketchOf(conversationId: string): ConversationSketch {
    return this.conversations.get(conversationId) ?? { messages: [] };
  }

  private entriesOf(conversationId: string): readonly SegmentEntry[] {
    const { messages, segmentSize = 4 } = this.sketchOf(conversationId);
    return Array.from({ length: Math.floor(messages.length / segmentSize) }, (_unused, index): SegmentEntry => {
      const own = messages.slice(index * segmentSize, (index + 1) * segmentSize);
      const full = this.tokenCounter.countTokens(renderMessages(own).text);
      return {
        segmentId: segmentIdOf(conversationId, index + 1),
        conversationId,
        number: index + 1,
        firstMessage: index * segmentSize,
        messageIds: own.map(({ id }) => id),
        tokenCounts: [full, full / 3, full / 10, full / 50],
      };
    });
  }

  private levelOf(segmentId: string, level: CompressionLevel): CompressedSegment {
    const number = parseSegmentId(segmentId)?.number ?? 0;
    const isTags = level === CompressionLevel.tags;
    const content = isTags ? `tags of part ${number}` : `A brief account of part ${number}, which is longer.`;
    const counts = { tokenCount: 0, originalTokenCount: 0, compressedMs: 0 };
    return { segmentId, conversationId: '', level, content, anchors: [], markers: [], ...counts };
  }
}
