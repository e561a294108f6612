import {
  type AnchorPoint,
  type CallOptions,
  type CompressedSegment,
  type ConversationSegment,
  IChatCompletionService,
  IClock,
  ILogger,
  ISecretScanner,
  ITokenCounter,
  type LevelMaking,
  isLexichordError,
} from '@lexichord/abstractions';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inject, injectable } from 'tsyringe';

import { type AnchorSource, findAnchors } from '../anchor/find-anchors.js';
import { askForAnchors } from '../anchor/model-anchors.js';
import { CompressionOptions } from '../compression-options.js';
import { ISentenceReader } from '../language/sentence-reader.js';
import { WordRarity } from '../language/word-rarity.js';
import { askForLevels } from './abstractive-levels.js';
import { extractLevels } from './extractive-levels.js';
import { record } from './level-record.js';
import { type CompressedLevels, fullText, type NestedLevel, nestLevels, type SegmentMaterial } from './level-text.js';
import { type ReadSegment, remakeLevels } from './remake-levels.js';
import { screenSegment } from '../screen-messages.js';
import type { ISegmentCompressor, SegmentCompression } from './segment-compressor.js';

/** Maximum size of a segment that is sent to a model, in tokens at Full. */
const maxModelTokens = 32_000;

/** The state of a segment during its compression. */
interface Work {
  readonly segment: ConversationSegment;
  readonly chat: IChatCompletionService | undefined;
  readonly warnings: string[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads a segment's sentences, finds its anchors, and compresses it to every level: by extraction, or by a model as
 * configured by `method`. If the model fails, extraction is used. The model is not called for an open segment, because
 * it changes with every message.
 */
@injectable()
export class SegmentCompressor implements ISegmentCompressor {
  private readonly log: ILogger;

  constructor(
    @inject(ISentenceReader) private readonly reader: ISentenceReader,
    @inject(ITokenCounter) private readonly counter: ITokenCounter,
    @inject(CompressionOptions) private readonly options: CompressionOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) log: ILogger,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
    @inject(IChatCompletionService, { isOptional: true }) private readonly chat?: IChatCompletionService,
  ) {
    this.log = log.forSource('SegmentCompressor');
  }

  async compress(original: ConversationSegment, { signal }: CallOptions = {}): Promise<SegmentCompression> {
    const startedMs = this.clock.monotonicMs();
    const read = await this.read(original, { signal });
    const { segment, secrets, full, source } = read;
    const chat = segment.isOpen || full.tokenCount > maxModelTokens ? undefined : this.chat;
    const work: Work = { segment, chat, warnings: [], signal };

    const { anchors, anchorsBy } = await this.findAnchors(source, work);
    await nextTurn();
    const { shares } = this.options;
    const { extracted, asked } = await this.compressLevels({ ...read, ...source, anchors, shares }, work);
    const levels = nestLevels(full, { ...extracted, ...asked });
    signal?.throwIfAborted();

    const compressedMs = this.clock.monotonicMs() - startedMs;
    const making = { anchorsBy, shares, counter: counterName(this.counter) };
    const isAsked = ({ content }: NestedLevel): boolean => content === asked?.detailed || content === asked?.brief;
    return {
      anchors,
      levels: levels.map((level) =>
        record(level, {
          ...{ segment, anchors, compressedMs, originalTokenCount: full.tokenCount },
          making: { by: isAsked(level) ? 'model' : 'rules', ...making },
        }),
      ),
      tokenCount: full.tokenCount,
      secrets,
      warnings: work.warnings,
    };
  }

  async remake(
    original: ConversationSegment,
    stored: readonly CompressedSegment[],
    { signal }: CallOptions = {},
  ): Promise<readonly CompressedSegment[]> {
    const isComparable = ({ making }: CompressedSegment): boolean =>
      making?.by === 'rules' && making.counter === counterName(this.counter);
    const wanted = stored.filter(isComparable);
    if (wanted.length === 0) return [];
    const read = await this.read(original, { signal });
    await nextTurn();
    return remakeLevels(wanted, { read, byModel: stored.filter(({ making }) => making?.by === 'model') });
  }

  /** Screens the segment for secrets, and reads its sentences. */
  private async read(original: ConversationSegment, { signal }: CallOptions): Promise<ReadSegment> {
    signal?.throwIfAborted();
    const countTokens = (text: string): number => this.counter.countTokens(text);
    // Screening comes before cutting and before any model: half of a key would not be recognised as a secret.
    const { segment, secrets } = await screenSegment(original, { scanner: this.scanner, signal });
    const { messages } = segment;
    const full = fullText(messages, countTokens);
    const reading = await this.reader.read(messages, { signal });
    const rarity = await WordRarity.load();
    // Each stage of a large segment takes long, so other work may run between them.
    await nextTurn();
    const source = { messages, sentences: reading.sentences, fullTokens: full.tokenCount, countTokens };
    return { segment, secrets, full, reading, rarity, source };
  }

  /** Anchors by rules and by the model. */
  private async findAnchors(
    source: AnchorSource,
    work: Work,
  ): Promise<{ readonly anchors: readonly AnchorPoint[]; readonly anchorsBy: LevelMaking['anchorsBy'] }> {
    const { chat, signal } = work;
    if (chat === undefined) return { anchors: findAnchors(source), anchorsBy: 'rules' };
    const named = await this.unlessItFails(work, () =>
      askForAnchors(chat, source.messages, { signal, clock: this.clock }),
    );
    return { anchors: findAnchors(source, named), anchorsBy: named === undefined ? 'rules' : 'model' };
  }

  /** Makes levels by extraction, and if configured by the model. */
  private async compressLevels(
    material: SegmentMaterial,
    work: Work,
  ): Promise<{ readonly extracted: CompressedLevels; readonly asked?: Partial<CompressedLevels> | undefined }> {
    const { chat, signal } = work;
    const extracted = extractLevels(material);
    if (chat === undefined || this.options.method === 'extractive') return { extracted };
    const asked = await this.unlessItFails(work, () => askForLevels(chat, material, { signal, clock: this.clock }));
    return { extracted, asked };
  }

  /** @returns `undefined` when the model failed, which is a warning */
  private async unlessItFails<T>({ segment, warnings, signal }: Work, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      signal?.throwIfAborted();
      const { segmentId } = segment;
      const reason = isLexichordError(error) ? error.message : 'It could not be asked.';
      warnings.push(`Segment ${segmentId} was compressed without the language model. ${reason}`);
      this.log.warn('Segment {segmentId} was compressed without the language model', { segmentId });
      return undefined;
    }
  }
}

/** Name of the token counter, with all settings that affect its counts. */
function counterName({ encoding, isEstimate }: ITokenCounter): string {
  return isEstimate ? `${encoding}, estimated` : encoding;
}
