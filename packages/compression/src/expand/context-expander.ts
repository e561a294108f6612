import 'reflect-metadata';
import {
  type CallOptions,
  type CompressedSegment,
  CompressionLevel,
  type ConversationSegment,
  type ExpandedContext,
  type ExpansionMarker,
  IClock,
  type IContextExpander,
  ILicenseService,
  ILogger,
  IMetrics,
  compressionLevelNames,
} from '@lexichord/abstractions';
import { SharedWork } from '@lexichord/platform/internal';
import { inject, injectable } from 'tsyringe';

import { CompressionOptions } from '../compression-options.js';
import { ISegmentLevels } from '../segment-levels.js';
import { unknownSegment } from '../not-stored.js';
import { ExpansionCache, type ExpansionKey, keyOf } from './expansion-cache.js';
import { type ExpansionStep, expansionStep, markerStep, stepSize } from './expansion-step.js';

const featureKey = 'Agents.Compression.Expander';

const countMetric = 'Agents.Compression.Expansion.Count';

/** Expands compressed segments, up to the stored messages (COMP-06). */
@injectable()
export class ContextExpander implements IContextExpander {
  private readonly log: ILogger;
  private readonly cache: ExpansionCache;
  private readonly fetches = new SharedWork<ExpandedContext>();

  constructor(
    @inject(ISegmentLevels) private readonly levels: ISegmentLevels,
    @inject(ILicenseService) private readonly license: ILicenseService,
    @inject(IMetrics) private readonly metrics: IMetrics,
    @inject(ILogger) log: ILogger,
    @inject(IClock) clock: IClock,
    @inject(CompressionOptions) options: CompressionOptions,
  ) {
    this.log = log.forSource('ContextExpander');
    this.cache = new ExpansionCache({ limits: options.cache, clock, metrics });
  }

  async expand(
    segmentId: string,
    fromLevel: CompressionLevel,
    toLevel: CompressionLevel,
    { signal }: CallOptions = {},
  ): Promise<ExpandedContext> {
    const step = expansionStep(fromLevel, toLevel);
    this.requireTier(step, 'several levels in one call');
    return this.take(segmentId, step, signal);
  }

  async expandMarker(marker: ExpansionMarker, { signal }: CallOptions = {}): Promise<ExpandedContext> {
    const step = markerStep(marker);
    this.requireTier(step, 'several levels in one call');
    return this.take(marker.segmentId, step, signal);
  }

  async cascadeExpand(
    segmentId: string,
    startLevel: CompressionLevel,
    targetLevel: CompressionLevel,
    { signal }: CallOptions = {},
  ): Promise<readonly ExpandedContext[]> {
    const whole = expansionStep(startLevel, targetLevel);
    this.requireTier(whole, 'a cascade of several levels');
    const expanded: ExpandedContext[] = [];
    for (let { from } = whole; from > whole.to; from = (from - 1) as CompressionLevel) {
      expanded.push(await this.take(segmentId, { from, to: (from - 1) as CompressionLevel }, signal));
    }
    return expanded;
  }

  /** Checks the licence (COMP-06 §3.2). */
  private requireTier(step: ExpansionStep, what: string): void {
    if (stepSize(step) > 1) this.license.require('Teams', `${featureKey} (${what})`);
    else this.license.require('WriterPro', featureKey);
  }

  private async take(
    segmentId: string,
    { from, to }: ExpansionStep,
    signal: AbortSignal | undefined,
  ): Promise<ExpandedContext> {
    signal?.throwIfAborted();
    // The life is read first: a segment of a later conversation is then cached under the earlier life, and read again.
    const life = await this.levels.life(segmentId, { signal });
    const key = { segmentId, level: to, life };
    const expanded =
      this.cache.get(key) ??
      (await this.fetches.join(`${life ?? ''}:${keyOf(key)}`, (shared) => this.fetch(key, shared), signal));
    const [fromLevel, toLevel] = [compressionLevelNames[from], compressionLevelNames[to]];
    this.metrics.count(countMetric, 1, { level: toLevel });
    this.log.info('[COMP:EXPAND] Expanded segment {SegmentId} from {FromLevel} to {ToLevel}', {
      SegmentId: segmentId,
      FromLevel: fromLevel,
      ToLevel: toLevel,
    });
    return expanded;
  }

  /** Reads a level. Stored levels belong to closed segments, which never change, so they can be cached. */
  private async fetch(key: ExpansionKey, signal: AbortSignal): Promise<ExpandedContext> {
    const stored = await this.levels.storedLevel(key.segmentId, key.level, { signal });
    if (stored === undefined) return this.make(key, signal);
    const expanded = expandedFrom(stored);
    this.cache.set(key, expanded);
    return expanded;
  }

  private async make(key: ExpansionKey, signal: AbortSignal): Promise<ExpandedContext> {
    const { segmentId, level } = key;
    // The segment is read before its level: a segment that is closed now stays closed.
    const segment = await this.levels.segment(segmentId, { signal });
    if (segment === undefined) throw unknownSegment(segmentId);
    const expanded =
      level === CompressionLevel.full
        ? await this.transcript(segment, { signal })
        : expandedFrom(await this.levels.level(segmentId, level, { signal }));
    if (!segment.isOpen) this.cache.set(key, expanded);
    return expanded;
  }

  private async transcript(segment: ConversationSegment, options: CallOptions): Promise<ExpandedContext> {
    const full = await this.levels.full(segment, options);
    return { ...expandedFrom(full), isFullTranscript: true, messages: segment.messages };
  }
}

function expandedFrom({ segmentId, level, content, tokenCount, secrets = [] }: CompressedSegment): ExpandedContext {
  return { segmentId, level, content, tokenCount, isFullTranscript: false, secrets };
}
