import 'reflect-metadata';
import { setImmediate } from 'node:timers/promises';

import {
  type CallOptions,
  type ConversationMessage,
  IEmbeddingProvider,
  ILogger,
  ITokenCounter,
  type Token,
  isLexichordError,
  token,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { CompressionOptions, type SegmentOptions } from '../compression-options.js';
import { firstSegmentEnd, MessageTokens } from './first-segment.js';
import { MessageLikeness } from './message-likeness.js';
import { type Likeness, minMessagesToCut } from './topic-shift.js';

/** Cuts a conversation into segments. */
export interface ISegmenter {
  /**
   * Returns the sizes of the complete segments, in order; the messages after the last one are still open. Further
   * messages never change these sizes, they only add more.
   *
   * @param messages messages from the first one after the closed segments
   */
  closedSizes(messages: readonly ConversationMessage[], options?: CallOptions): Promise<readonly number[]>;
}
export const ISegmenter: Token<ISegmenter> = token('ISegmenter');

/** Cuts at changes of topic, after pauses, and before a segment becomes too large, according to the options. */
@injectable()
export class Segmenter implements ISegmenter {
  private readonly options: SegmentOptions;
  private readonly likeness: MessageLikeness;
  private readonly log: ILogger;

  constructor(
    @inject(CompressionOptions) { segments }: CompressionOptions,
    @inject(ITokenCounter) private readonly tokenCounter: ITokenCounter,
    @inject(IEmbeddingProvider) provider: IEmbeddingProvider,
    @inject(ILogger) logger: ILogger,
  ) {
    this.options = segments;
    this.likeness = new MessageLikeness(provider);
    this.log = logger.forSource('Segmenter');
  }

  async closedSizes(
    messages: readonly ConversationMessage[],
    { signal }: CallOptions = {},
  ): Promise<readonly number[]> {
    signal?.throwIfAborted();
    const tokens = new MessageTokens(messages, this.tokenCounter);
    const conversation = { messages, tokens, likeness: await this.likenessOf(messages, { signal }) };
    const sizes: number[] = [];
    let start = 0;
    for (;;) {
      const end = firstSegmentEnd(start, conversation, this.options);
      if (end === undefined) return sizes;
      sizes.push(end - start);
      start = end;
      // A long conversation takes seconds, so other work runs in between.
      await setImmediate();
      signal?.throwIfAborted();
    }
  }

  /** @returns `undefined` if topics are ignored, or embedding failed */
  private async likenessOf(
    messages: readonly ConversationMessage[],
    { signal }: CallOptions,
  ): Promise<Likeness | undefined> {
    const { boundary } = this.options;
    if (boundary !== 'topic' && boundary !== 'hybrid') return undefined;
    if (messages.length < minMessagesToCut) return undefined;
    try {
      return await this.likeness.among(messages, { signal });
    } catch (error) {
      signal?.throwIfAborted();
      this.log.warn('Cut {MessageCount} messages without their topics, because they could not be embedded: {Reason}', {
        MessageCount: messages.length,
        Reason: isLexichordError(error) ? error.code : 'unknown',
      });
      return undefined;
    }
  }
}
