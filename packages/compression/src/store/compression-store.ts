import 'reflect-metadata';
import {
  type AnchorPoint,
  type AppendOptions,
  type AppendReport,
  type CallOptions,
  type CompressedSegment,
  type CompressionLevel,
  type ConversationCheck,
  type ConversationHead,
  type ConversationMessage,
  type ConversationSegment,
  ErrorCode,
  type ExpiryLimits,
  type ExpiryReport,
  IClock,
  type ICompressionStore,
  ILogger,
  LexichordError,
  type MessageRange,
  type NewMessage,
  type SegmentEntry,
  type StoredSegment,
} from '@lexichord/abstractions';
import { groupBy } from '@lexichord/platform/internal';
import { IDatabase } from '@lexichord/storage';
import { inject, injectable } from 'tsyringe';

import { ConversationLog } from '../log/conversation-log.js';
import { unknownConversation, unknownSegment } from '../not-stored.js';
import { parseSegmentId, segmentIdOf } from '../segment-id.js';
import { type LevelSource, type SourcedLevel, isMadeOf } from './level-rows.js';
import { LevelStore } from './level-store.js';
import { IRemovals } from './removals.js';
import { type EntryRow, storedLevels, toEntry } from './segment-rows.js';
import { SegmentStore, badSegment } from './segment-store.js';

/** An empty range, for checking whether a conversation exists. */
const nothing: MessageRange = { from: 0, to: 0 };

/** Stores conversations in tables: messages, segments and levels. */
@injectable()
export class CompressionStore implements ICompressionStore {
  private readonly log: ConversationLog;
  private readonly closed: SegmentStore;
  private readonly compressed: LevelStore;

  constructor(
    @inject(IDatabase) private readonly database: IDatabase,
    @inject(IClock) private readonly clock: IClock,
    @inject(ILogger) logger: ILogger,
    @inject(IRemovals) private readonly removals: IRemovals,
  ) {
    this.log = new ConversationLog(database);
    this.closed = new SegmentStore(database);
    this.compressed = new LevelStore(database, logger.forSource('CompressionStore'));
  }

  async append(
    conversationId: string,
    messages: readonly NewMessage[],
    options: AppendOptions = {},
  ): Promise<AppendReport> {
    this.database.requireWritable('store messages');
    const { signal } = options;
    const clear = (): Promise<void> => this.clear(conversationId, { signal });
    return this.log.append(conversationId, messages, { ...options, nowMs: this.clock.now(), clear });
  }

  head(conversationId: string, options: CallOptions = {}): Promise<ConversationHead | undefined> {
    return this.log.head(conversationId, options);
  }

  async conversations(options: CallOptions = {}): Promise<readonly ConversationHead[]> {
    const all = await this.log.conversations(options);
    return all.map(({ conversationId, head, messages }) => ({ conversationId, head, messages }));
  }

  verify(conversationId: string, head: string | undefined, options: CallOptions = {}): Promise<ConversationCheck> {
    return this.log.verify(conversationId, head, options);
  }

  messages(
    conversationId: string,
    range: MessageRange = { from: 0 },
    options: CallOptions = {},
  ): Promise<readonly ConversationMessage[]> {
    return this.log.messages(conversationId, range, options);
  }

  fileBreaks(conversationId: string, options: CallOptions = {}): Promise<readonly number[]> {
    return this.log.fileBreaks(conversationId, options);
  }

  messagesAt(
    conversationId: string,
    indexes: readonly number[],
    options: CallOptions = {},
  ): Promise<ReadonlyMap<number, ConversationMessage>> {
    return this.log.messagesAt(conversationId, indexes, options);
  }

  async putSegments(segments: readonly StoredSegment[], { signal }: CallOptions = {}): Promise<void> {
    for (const stored of segments) requireClosed(stored);
    // Levels that are not stored are computed again.
    if (this.database.isReadOnly) return;
    const levels: SourcedLevel[] = [];
    for (const [conversationId, own] of groupBy(segments, ({ segment }) => segment.conversationId)) {
      const { life } = await this.log.part(conversationId, nothing, { signal });
      if (life === undefined) throw unknownConversation(conversationId);
      await this.closed.put(conversationId, own, { life, signal });
      for (const { segment, levels: told } of own) {
        const row = await this.closed.entries.ofLife(segment.segmentId, life, { signal });
        if (row !== undefined) levels.push(...told.map((level) => ({ level, source: sourceOf(row) })));
      }
    }
    await this.compressed.put(levels, { nowMs: this.clock.now(), signal });
  }

  async life(segmentId: string, options: CallOptions = {}): Promise<number | undefined> {
    const hash = parseSegmentId(segmentId)?.hash;
    return hash === undefined ? undefined : this.log.life(hash, options);
  }

  async segment(segmentId: string, options: CallOptions = {}): Promise<ConversationSegment | undefined> {
    const { entries } = this.closed;
    const recalled = await entries.recall(segmentId, options);
    if (recalled === undefined) return undefined;
    // The cached entry may be of a conversation that was removed and added again.
    return (
      (await this.readSegment(recalled, options)) ??
      (await this.readSegment(await entries.read(segmentId, options), options))
    );
  }

  segments(conversationId: string, options: CallOptions = {}): Promise<readonly SegmentEntry[]> {
    return this.closed.all(conversationId, options);
  }

  async putLevel(level: CompressedSegment, { signal }: CallOptions = {}): Promise<void> {
    requireStoredLevel(level.level);
    if (this.database.isReadOnly) return;
    const { life } = await this.log.part(level.conversationId, nothing, { signal });
    const row = life === undefined ? undefined : await this.closed.entries.ofLife(level.segmentId, life, { signal });
    if (row === undefined) throw unknownSegment(level.segmentId);
    await this.compressed.put([{ level, source: sourceOf(row) }], { nowMs: this.clock.now(), signal });
  }

  async level(
    segmentId: string,
    level: CompressionLevel,
    options: CallOptions = {},
  ): Promise<CompressedSegment | undefined> {
    const stored = await this.compressed.level(segmentId, level, options);
    if (stored === undefined) return undefined;
    const { entries } = this.closed;
    const { life } = await this.log.part(stored.level.conversationId, nothing, options);
    // The cached entry may be of a conversation that was removed or repaired since.
    const isShown =
      isCurrent(stored, await entries.recall(segmentId, options), life) ||
      isCurrent(stored, await entries.read(segmentId, options), life);
    return isShown ? stored.level : undefined;
  }

  async levels(
    conversationId: string,
    level: CompressionLevel,
    options: CallOptions = {},
  ): Promise<readonly CompressedSegment[]> {
    const stored = await this.compressed.levels(conversationId, level, options);
    if (stored.length === 0) return [];
    const rows = new Map((await this.closed.rows(conversationId, options)).map((row) => [row.key, row]));
    const { life } = await this.log.part(conversationId, nothing, options);
    return stored.filter((one) => isCurrent(one, rows.get(one.level.segmentId), life)).map((one) => one.level);
  }

  anchors(conversationId: string, options: CallOptions = {}): Promise<readonly AnchorPoint[]> {
    return this.closed.anchors(conversationId, options);
  }

  export(conversationId: string, options: CallOptions = {}): Promise<AsyncIterable<string>> {
    return this.log.export(conversationId, options);
  }

  async remove(conversationId: string, options: CallOptions = {}): Promise<boolean> {
    this.database.requireWritable('remove a conversation');
    const wasThere = await this.log.remove(conversationId, options);
    // Rows are cleared even if nothing was removed now: an earlier removal may have been interrupted.
    await this.clear(conversationId, options);
    return wasThere;
  }

  async expire({ levelsBeforeMs, originalsBeforeMs, signal }: ExpiryLimits): Promise<ExpiryReport> {
    this.database.requireWritable('remove what has expired');
    const levels = levelsBeforeMs === undefined ? 0 : await this.compressed.expire(levelsBeforeMs, { signal });
    const conversations: string[] = [];
    if (originalsBeforeMs === undefined) return { levels, conversations };
    for (const { conversationId, changedMs } of await this.log.conversations({ signal })) {
      if (changedMs >= originalsBeforeMs) continue;
      if (!(await this.log.remove(conversationId, { changedBeforeMs: originalsBeforeMs, signal }))) continue;
      await this.clear(conversationId, { signal });
      conversations.push(conversationId);
    }
    return { levels, conversations };
  }

  /** Reads a segment; `undefined` if it belongs to a removed conversation. */
  private async readSegment(row: EntryRow | undefined, options: CallOptions): Promise<ConversationSegment | undefined> {
    if (row === undefined) return undefined;
    const { segmentId, conversationId, number, firstMessage, messageIds } = toEntry(row);
    const range = { from: firstMessage, to: firstMessage + messageIds.length };
    const { life, messages } = await this.log.part(conversationId, range, options);
    if (life !== row.life || messages.length < messageIds.length) return undefined;
    return { segmentId, conversationId, number, firstMessage, messages, isOpen: false };
  }

  /** Removes the rows of a removed conversation, messages last, so that an interrupted removal is repeated. */
  private async clear(conversationId: string, options: CallOptions): Promise<void> {
    if (!(await this.log.isGone(conversationId, options))) return;
    await this.compressed.remove(conversationId, options);
    await this.closed.remove(conversationId, options);
    await this.log.clear(conversationId, options);
    this.removals.note();
  }
}

function sourceOf({ life, firstMessage, messageCount }: EntryRow): LevelSource {
  return { life, firstMessage, messageCount };
}

/** Whether a stored level belongs to a segment of the present conversation. */
function isCurrent(stored: SourcedLevel, row: EntryRow | undefined, life: number | undefined): boolean {
  return row !== undefined && row.life === life && isMadeOf(stored, row);
}

/** @throws {LexichordError} `invalid-argument` */
function requireClosed(stored: StoredSegment): void {
  const { isOpen, messages, segmentId, conversationId, number } = stored.segment;
  if (isOpen || messages.length === 0) throw badSegment(stored, 'it is open or empty');
  if (segmentId !== segmentIdOf(conversationId, number)) throw badSegment(stored, 'its id is not its own');
  for (const { level } of stored.levels) requireStoredLevel(level);
}

/** @throws {LexichordError} `invalid-argument`: Full is not stored, because it is made from the messages */
function requireStoredLevel(level: CompressionLevel): void {
  if (storedLevels.includes(level)) return;
  throw new LexichordError(ErrorCode.invalidArgument, `Level ${level} is not stored: only 1, 2 and 3 are.`, {
    details: { level },
  });
}
