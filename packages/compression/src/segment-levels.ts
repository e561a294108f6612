import 'reflect-metadata';
import {
  type CallOptions,
  type CompressedSegment,
  CompressionLevel,
  type ConversationSegment,
  ErrorCode,
  ICompressionStore,
  ISecretScanner,
  ITokenCounter,
  LexichordError,
  type Token,
  token,
} from '@lexichord/abstractions';
import { secretPlaceholder } from '@lexichord/secrets/internal';
import { inject, injectable } from 'tsyringe';

import { ISegmentCompressor } from './compress/segment-compressor.js';
import { unknownSegment } from './not-stored.js';
import { renderMessages } from './render/render-messages.js';
import { screenLevel, screenSegment } from './screen-messages.js';
import { conversationHash, parseSegmentId, segmentIdOf } from './segment-id.js';

/** Start of every placeholder. A text without it had no secret; a text with it may have had one. */
const placeholderStart = secretPlaceholder('').slice(0, -1);

/** Provides segments, closed or open, at any level. */
export interface ISegmentLevels {
  /** See {@link ICompressionStore.life}. */
  life(segmentId: string, options?: CallOptions): Promise<number | undefined>;

  /** Returns a segment; `undefined` for an id without a stored conversation. */
  segment(segmentId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /** Returns the messages after the last closed segment; `undefined` if there are none. */
  openSegment(conversationId: string, options?: CallOptions): Promise<ConversationSegment | undefined>;

  /** Returns the segment at Full, verbatim but with placeholders instead of secrets. */
  full(segment: ConversationSegment, options?: CallOptions): Promise<CompressedSegment>;

  /**
   * Returns the stored level Detailed, Brief or Tags of a segment; `undefined` if it is not stored. Levels of open
   * segments never are.
   */
  storedLevel(
    segmentId: string,
    level: CompressionLevel,
    options?: CallOptions,
  ): Promise<CompressedSegment | undefined>;

  /** Returns the stored levels of a conversation's closed segments, by number. */
  storedLevels(
    conversationId: string,
    level: CompressionLevel,
    options?: CallOptions,
  ): Promise<readonly CompressedSegment[]>;

  /**
   * Returns a level of a segment. If it is not stored, it is made from the messages and stored. Full is always made
   * from the messages.
   *
   * @throws {LexichordError} `not-found`
   */
  level(segmentId: string, level: CompressionLevel, options?: CallOptions): Promise<CompressedSegment>;
}
export const ISegmentLevels: Token<ISegmentLevels> = token('ISegmentLevels');

/** Reads stored levels, and makes missing ones. */
@injectable()
export class SegmentLevels implements ISegmentLevels {
  constructor(
    @inject(ICompressionStore) private readonly store: ICompressionStore,
    @inject(ISegmentCompressor) private readonly compressor: ISegmentCompressor,
    @inject(ITokenCounter) private readonly tokenCounter: ITokenCounter,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
  ) {}

  life(segmentId: string, options: CallOptions = {}): Promise<number | undefined> {
    return this.store.life(segmentId, options);
  }

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
    const segmentId = segmentIdOf(conversationId, number);
    return { segmentId, conversationId, number, firstMessage: from, messages, isOpen: true };
  }

  async storedLevel(
    segmentId: string,
    wanted: CompressionLevel,
    options: CallOptions = {},
  ): Promise<CompressedSegment | undefined> {
    const stored = wanted === CompressionLevel.full ? undefined : await this.store.level(segmentId, wanted, options);
    if (stored === undefined) return undefined;
    return this.withoutSecrets(stored, options);
  }

  async storedLevels(
    conversationId: string,
    level: CompressionLevel,
    options: CallOptions = {},
  ): Promise<readonly CompressedSegment[]> {
    const shown: CompressedSegment[] = [];
    for (const stored of await this.store.levels(conversationId, level, options)) {
      shown.push(await this.withoutSecrets(stored, options));
    }
    return shown;
  }

  async level(segmentId: string, level: CompressionLevel, options: CallOptions = {}): Promise<CompressedSegment> {
    const stored = await this.storedLevel(segmentId, level, options);
    if (stored !== undefined) return stored;
    const segment = await this.segment(segmentId, options);
    if (segment === undefined) throw unknownSegment(segmentId);
    return level === CompressionLevel.full ? this.full(segment, options) : this.make(segment, level, options);
  }

  async full(segment: ConversationSegment, options: CallOptions = {}): Promise<CompressedSegment> {
    const { segment: screened, secrets } = await screenSegment(segment, { scanner: this.scanner, ...options });
    const { segmentId, conversationId, messages } = screened;
    const content = renderMessages(messages).text;
    const tokenCount = this.tokenCounter.countTokens(content);
    const nothingLost = { anchors: [], markers: [], originalTokenCount: tokenCount, compressedMs: 0 };
    return { ...nothingLost, segmentId, conversationId, level: CompressionLevel.full, content, tokenCount, secrets };
  }

  private async withoutSecrets(stored: CompressedSegment, options: CallOptions): Promise<CompressedSegment> {
    const context = { scanner: this.scanner, ...options };
    const level = await screenLevel(stored, context, (text) => this.tokenCounter.countTokens(text));
    if (!level.content.includes(placeholderStart)) return level;
    // The list of replaced secrets is not stored, so it is determined again from the messages.
    const segment = await this.store.segment(stored.segmentId, options);
    return segment === undefined ? level : { ...level, secrets: (await screenSegment(segment, context)).secrets };
  }

  private async make(
    segment: ConversationSegment,
    level: CompressionLevel,
    options: CallOptions,
  ): Promise<CompressedSegment> {
    const { anchors, levels, tokenCount, secrets } = await this.compressor.compress(segment, options);
    const made = levels.find((one) => one.level === level);
    if (made === undefined) {
      throw new LexichordError(ErrorCode.internal, `Segment ${segment.segmentId} was not made at level ${level}.`);
    }
    // Levels of open segments are not stored, because they change with the next message.
    if (!segment.isOpen) await this.store.putSegments([{ segment, anchors, levels, tokenCount }], options);
    return made.content.includes(placeholderStart) ? { ...made, secrets } : made;
  }
}
