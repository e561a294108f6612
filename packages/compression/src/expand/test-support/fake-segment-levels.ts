import {
  type CallOptions,
  type CompressedSegment,
  CompressionLevel,
  type ConversationMessage,
  type ConversationSegment,
} from '@lexichord/abstractions';

import type { ISegmentLevels } from '../../segment-levels.js';
import { unknownSegment } from '../../not-stored.js';
import { renderMessages } from '../../render/render-messages.js';
import { segmentIdOf } from '../../segment-id.js';

/** Settings of a test's segment. */
export interface SegmentSetup {
  readonly conversationId?: string;
  readonly number?: number;
  readonly isOpen?: boolean;
  readonly messages?: readonly ConversationMessage[];
  /** Texts by level name; default: the name of the level and the segment's id. */
  readonly texts?: Partial<Record<'detailed' | 'brief' | 'tags', string>>;
}

/** Segments in memory, with their levels as the test wrote them. Counts how often it was asked. */
export class FakeSegmentLevels implements ISegmentLevels {
  readonly asked: string[] = [];
  /** Signals of the calls, in their order. */
  readonly signals: (AbortSignal | undefined)[] = [];
  /** Awaited by every question, so that a test can hold an answer back. */
  gate: Promise<unknown> = Promise.resolve();
  /** Of every conversation. */
  currentLife = 1;
  private readonly segments = new Map<string, ConversationSegment>();
  private readonly texts = new Map<string, SegmentSetup['texts']>();

  /** @returns the segment's id */
  add({ conversationId = 'talk', number = 1, isOpen = false, messages, texts }: SegmentSetup = {}): string {
    const segmentId = segmentIdOf(conversationId, number);
    const said = messages ?? [{ id: 'm0', role: 'user', content: `Words of segment ${number}.` }];
    this.segments.set(segmentId, { segmentId, conversationId, number, firstMessage: 0, messages: said, isOpen });
    this.texts.set(segmentId, texts);
    return segmentId;
  }

  life(): Promise<number> {
    return Promise.resolve(this.currentLife);
  }

  async segment(segmentId: string, { signal }: CallOptions = {}): Promise<ConversationSegment | undefined> {
    this.asked.push(`segment ${segmentId}`);
    this.signals.push(signal);
    await this.gate;
    signal?.throwIfAborted();
    return this.segments.get(segmentId);
  }

  openSegment(conversationId: string): Promise<ConversationSegment | undefined> {
    const all = [...this.segments.values()];
    return Promise.resolve(all.find((one) => one.conversationId === conversationId && one.isOpen));
  }

  full({ segmentId }: ConversationSegment): Promise<CompressedSegment> {
    return this.level(segmentId, CompressionLevel.full);
  }

  async storedLevel(
    segmentId: string,
    level: CompressionLevel,
    { signal }: CallOptions = {},
  ): Promise<CompressedSegment | undefined> {
    this.signals.push(signal);
    await this.gate;
    signal?.throwIfAborted();
    const segment = this.segments.get(segmentId);
    if (segment === undefined || segment.isOpen || level === CompressionLevel.full) return undefined;
    return this.level(segmentId, level);
  }

  storedLevels(): Promise<readonly CompressedSegment[]> {
    return Promise.resolve([]);
  }

  async level(segmentId: string, level: CompressionLevel): Promise<CompressedSegment> {
    this.asked.push(`level ${level} of ${segmentId}`);
    await this.gate;
    const segment = this.segments.get(segmentId);
    if (segment === undefined) throw unknownSegment(segmentId);
    const content = this.textOf(segment, level);
    return {
      segmentId,
      conversationId: segment.conversationId,
      level,
      content,
      anchors: [],
      markers: [],
      tokenCount: content.split(/\s+/u).filter((word) => word !== '').length,
      originalTokenCount: 100,
      compressedMs: 0,
    };
  }

  private textOf(segment: ConversationSegment, level: CompressionLevel): string {
    const texts = this.texts.get(segment.segmentId);
    if (level === CompressionLevel.full) return renderMessages(segment.messages).text;
    if (level === CompressionLevel.detailed) return texts?.detailed ?? `detailed ${segment.segmentId}`;
    return level === CompressionLevel.brief
      ? (texts?.brief ?? `brief ${segment.segmentId}`)
      : (texts?.tags ?? `tags ${segment.segmentId}`);
  }
}
