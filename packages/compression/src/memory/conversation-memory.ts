import 'reflect-metadata';
import {
  type AddFileOptions,
  type CallOptions,
  type CompressedSegment,
  CompressionLevel,
  type ConversationFile,
  type ConversationHead,
  type ConversationSegment,
  ErrorCode,
  IClock,
  ICompressionStore,
  type IConversationMemory,
  ISecretScanner,
  LexichordError,
  type MemoryReport,
  type NewMessage,
  type SegmentEntry,
  type SegmentSummary,
} from '@lexichord/abstractions';
import { inject, injectable } from 'tsyringe';

import { ISegmentCompressor } from '../compress/segment-compressor.js';
import { CompressionOptions } from '../compression-options.js';
import { addFileMessages } from '../file/add-file-messages.js';
import { ISegmentLevels } from '../segment-levels.js';
import { unknownConversation } from '../not-stored.js';
import { ISegmenter } from '../segment/segmenter.js';
import { countsByLevel } from '../store/segment-rows.js';
import { type ClosingParts, closeSegments, findOpenSegmentStart } from './close-segments.js';

const dayMs = 24 * 60 * 60_000;

/** Stores conversations unchanged, and makes their levels. */
@injectable()
export class ConversationMemory implements IConversationMemory {
  private readonly parts: ClosingParts;

  constructor(
    @inject(ICompressionStore) private readonly store: ICompressionStore,
    @inject(ISegmenter) segmenter: ISegmenter,
    @inject(ISegmentCompressor) private readonly compressor: ISegmentCompressor,
    @inject(ISegmentLevels) private readonly levels: ISegmentLevels,
    @inject(CompressionOptions) private readonly options: CompressionOptions,
    @inject(IClock) private readonly clock: IClock,
    @inject(ISecretScanner) scanner: ISecretScanner,
  ) {
    this.parts = { store, segmenter, compressor, scanner };
  }

  async add(conversationId: string, messages: readonly NewMessage[], options: CallOptions = {}): Promise<MemoryReport> {
    requireConversationId(conversationId);
    const { added, known, ...head } = await this.store.append(conversationId, messages, options);
    const start = await findOpenSegmentStart(this.store, conversationId, options);
    const { warnings } = await closeSegments(conversationId, start, this.parts, options);
    await this.expireOld(options);
    return this.report(head, { added, known, warnings }, options);
  }

  async addFile(
    conversationId: string,
    file: ConversationFile,
    { signal, onProgress }: AddFileOptions = {},
  ): Promise<MemoryReport> {
    requireConversationId(conversationId);
    let start = await findOpenSegmentStart(this.store, conversationId, { signal });
    let segments = 0;
    const warnings = new Set<string>();
    const { added, known, ...head } = await addFileMessages(this.store, conversationId, file, {
      signal,
      onBatch: async ({ messages, bytesDone }) => {
        const closed = await closeSegments(conversationId, start, this.parts, { signal });
        start = closed.start;
        segments += closed.count;
        for (const warning of closed.warnings) warnings.add(warning);
        onProgress?.({ messages, segments, bytesDone });
      },
    });
    await this.expireOld({ signal });
    return this.report(head, { added, known, warnings: [...warnings] }, { signal });
  }

  async segments(conversationId: string, options: CallOptions = {}): Promise<readonly SegmentSummary[]> {
    const head = await this.store.head(conversationId, options);
    if (head === undefined) throw unknownConversation(conversationId);
    const closed: SegmentSummary[] = [];
    for (const entry of await this.store.segments(conversationId, options)) {
      closed.push(summarizeEntry(entry.tokenCounts.length > 0 ? entry : await this.renew(entry, options)));
    }
    const open = await this.levels.openSegment(conversationId, options);
    if (open === undefined) return closed;
    const { levels, tokenCount } = await this.compressor.compress(open, options);
    return [...closed, summarizeOpen(open, levels, tokenCount)];
  }

  storedLevels(
    conversationId: string,
    level: CompressionLevel,
    options: CallOptions = {},
  ): Promise<readonly CompressedSegment[]> {
    return this.levels.storedLevels(conversationId, level, options);
  }

  segment(segmentId: string, level: CompressionLevel, options: CallOptions = {}): Promise<CompressedSegment> {
    return this.levels.level(segmentId, level, options);
  }

  /** Compresses a segment of an older version again. */
  private async renew(entry: SegmentEntry, options: CallOptions): Promise<SegmentEntry> {
    const segment = await this.store.segment(entry.segmentId, options);
    if (segment === undefined) throw unknownConversation(entry.conversationId);
    const { anchors, levels, tokenCount } = await this.compressor.compress(segment, options);
    await this.store.putSegments([{ segment, anchors, levels, tokenCount }], options);
    return { ...entry, tokenCounts: countsByLevel(levels, tokenCount) };
  }

  private async report(
    { conversationId, head, messages }: ConversationHead,
    done: Pick<MemoryReport, 'added' | 'known' | 'warnings'>,
    options: CallOptions,
  ): Promise<MemoryReport> {
    const segments = messages === 0 ? [] : await this.segments(conversationId, options);
    return { conversationId, head, messages, ...done, segments };
  }

  /** Removes expired data after a write, because no other event is certain to occur. */
  private async expireOld({ signal }: CallOptions): Promise<void> {
    const { levelsDays, originalsDays } = this.options.retention;
    if (levelsDays === undefined && originalsDays === undefined) return;
    const now = this.clock.now();
    await this.store.expire({
      levelsBeforeMs: levelsDays === undefined ? undefined : now - levelsDays * dayMs,
      originalsBeforeMs: originalsDays === undefined ? undefined : now - originalsDays * dayMs,
      signal,
    });
  }
}

/** @throws {LexichordError} `invalid-argument` */
function requireConversationId(conversationId: string): void {
  if (conversationId.trim() !== '' && conversationId.length <= 200) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `A conversation's id has 1 to 200 characters; this one has ${conversationId.length}.`,
    { details: { length: conversationId.length } },
  );
}

/** Summary of a closed segment. */
function summarizeEntry(entry: SegmentEntry): SegmentSummary {
  const { segmentId, number, messageIds, tokenCounts, startedMs, endedMs } = entry;
  return { segmentId, number, messageIds, isOpen: false, tokenCounts: namedCounts(tokenCounts), startedMs, endedMs };
}

/** Summary of the open segment. */
function summarizeOpen(
  { segmentId, number, messages }: ConversationSegment,
  levels: readonly CompressedSegment[],
  fullTokens: number,
): SegmentSummary {
  const times = messages.flatMap(({ timestampMs }) => timestampMs ?? []);
  return {
    segmentId,
    number,
    messageIds: messages.map(({ id }) => id),
    isOpen: true,
    tokenCounts: namedCounts(countsByLevel(levels, fullTokens)),
    startedMs: times[0],
    endedMs: times.at(-1),
  };
}

/** @param counts by level */
function namedCounts(counts: readonly number[]): SegmentSummary['tokenCounts'] {
  return {
    full: counts[CompressionLevel.full] ?? 0,
    detailed: counts[CompressionLevel.detailed] ?? 0,
    brief: counts[CompressionLevel.brief] ?? 0,
    tags: counts[CompressionLevel.tags] ?? 0,
  };
}
