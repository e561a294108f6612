import 'reflect-metadata';
import {
  type CallOptions,
  type CompressedSegment,
  CompressionLevel,
  type ConversationSegment,
  ErrorCode,
  ICompressionStore,
  ITokenCounter,
  LexichordError,
  type Token,
  token,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { ISegmentCompressor } from '../compress/segment-compressor.js';
import { unknownSegment } from '../not-stored.js';
import { renderMessages } from '../render/render-messages.js';
import { conversationHash, parseSegmentId, segmentIdOf } from '../segment-id.js';

/** A segment, closed or open, at any level. */
export interface ISegmentLevels {
  /** `undefined` for an id that no stored conversation has. */
  segment(segmentId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /** What is behind the last closed segment; `undefined` when there is nothing. */
  openSegment(conversationId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /** The segment as it is stored at Detailed, Brief or Tags; `undefined` where it is not, as an open one never is. */
  storedLevel(
    segmentId: string,
    level: CompressionLevel,
    options?: CallOptions,
  ): Promise<CompressedSegment | undefined>;

  /**
   * The segment as it is stored at a level; made from the originals, and stored for the next time, where it is not. Full
   * is always made from the originals.
   *
   * @throws {LexichordError} `not-found`
   */
  level(segmentId: string, level: CompressionLevel, options?: CallOptions): Promise<CompressedSegment>;
}
export const ISegmentLevels: Token<ISegmentLevels> = token('ISegmentLevels');

/** Reads what is stored, and makes what is not. */
@injectable()
export class SegmentLevels implements ISegmentLevels {
  constructor(
    @inject(ICompressionStore) private readonly store: ICompressionStore,
    @inject(ISegmentCompressor) private readonly compressor: ISegmentCompressor,
    @inject(ITokenCounter) private readonly tokenCounter: ITokenCounter,
  ) {}

  async segment(segmentId: string, options: CallOptions = {}): Promise<ConversationSegment | undefined> {
    const closed = await this.store.segment(segmentId, options);
    if (closed !== undefined) return closed;
    const hash = parseSegmentId(segmentId)?.hash;
    if (hash === undefined) return undefined;
    for (const { conversationId } of await this.store.conversations(options)) {
      if (conversationHash(conversationId) !== hash) continue;
      const open = await this.openSegment(conversationId, options);
      if (open?.segmentId === segmentId) return open;
    }
    return undefined;
  }

  async openSegment(conversationId: string, options: CallOptions = {}): Promise<ConversationSegment | undefined> {
    const last = (await this.store.segments(conversationId, options)).at(-1);
    const from = last === undefined ? 0 : last.firstMessage + last.messageIds.length;
    const messages = await this.store.messages(conversationId, { from }, options);
    if (messages.length === 0) return undefined;
    const number = (last?.number ?? 0) + 1;
    return { segmentId: segmentIdOf(conversationId, number), conversationId, number, messages, isOpen: true };
  }

  async storedLevel(
    segmentId: string,
    level: CompressionLevel,
    options: CallOptions = {},
  ): Promise<CompressedSegment | undefined> {
    return level === CompressionLevel.full ? undefined : this.store.level(segmentId, level, options);
  }

  async level(segmentId: string, level: CompressionLevel, options: CallOptions = {}): Promise<CompressedSegment> {
    const stored = await this.storedLevel(segmentId, level, options);
    if (stored !== undefined) return stored;
    const segment = await this.segment(segmentId, options);
    if (segment === undefined) throw unknownSegment(segmentId);
    return level === CompressionLevel.full ? this.full(segment) : this.make(segment, level, options);
  }

  private full({ segmentId, conversationId, messages }: ConversationSegment): CompressedSegment {
    const content = renderMessages(messages).text;
    const tokenCount = this.tokenCounter.countTokens(content);
    const nothingLost = { anchors: [], markers: [], originalTokenCount: tokenCount, compressedMs: 0 };
    return { ...nothingLost, segmentId, conversationId, level: CompressionLevel.full, content, tokenCount };
  }

  private async make(
    segment: ConversationSegment,
    level: CompressionLevel,
    options: CallOptions,
  ): Promise<CompressedSegment> {
    const { anchors, levels, tokenCount } = await this.compressor.compress(segment, options);
    const made = levels.find((one) => one.level === level);
    if (made === undefined) {
      throw new LexichordError(ErrorCode.internal, `Segment ${segment.segmentId} was not made at level ${level}.`);
    }
    // An open segment is another one after the next message.
    if (!segment.isOpen) await this.store.putSegments([{ segment, anchors, levels, tokenCount }], options);
    return made;
  }
}
