import 'reflect-metadata';
import {
  type CallOptions,
  CompressionLevel,
  ErrorCode,
  type FoundConversation,
  ICompressionStore,
  type IConversationRecall,
  ILogger,
  ISecretScanner,
  ITokenCounter,
  type LeftOutSegment,
  LexichordError,
  type RecalledContext,
  type RecalledSegment,
  type WithheldSecret,
} from '@lexichord/abstractions';
import { bestOf } from '@lexichord/text-index/internal';
import { inject, injectable } from 'tsyringe';

import { ISegmentLevels } from '../segment-levels.js';
import { unknownConversation } from '../not-stored.js';
import { screenRecalledNames, withheldFrom } from '../screen-messages.js';
import { IRemovals } from '../store/removals.js';
import { chooseParts, divideBudget } from './choose-parts.js';
import { ConversationCache } from './conversation-cache.js';
import { ConversationFinder } from './conversation-finder.js';
import { type ConversationIndex, type TurnSegment, summaryKey } from './conversation-index.js';
import { type OverviewLevel, RecallSelection } from './recall-selection.js';
import { RecallWriter, type RenderedRecall, hintLine } from './render-recall.js';
import { type TurnScores, scoreTurns } from './score-turns.js';

/** Minimum budget for the hint on requesting more, in tokens. */
const minHintedTokens = 400;

/** Maximum number of attempts at a choice whose whole text is within the budget. */
const maxAttempts = 8;

/** Minimum of unused tokens, and of their share of the budget, for another attempt. */
const minLeft = 24;
const minLeftShare = 0.04;

/** Lower estimate of the tokens of a line with tags. */
const minOverviewTokens = 20;

/** Maximum number of segments per call whose missing summaries are made. */
const maxMadeAtOnce = 12;

/** Candidates and token budget of a recall. */
interface RecallPlan {
  readonly scores: TurnScores | undefined;
  /** Segments whose summaries may be shown, the most relevant first. */
  readonly overviews: readonly number[];
  readonly budget: number;
}

interface WrittenRecall extends RenderedRecall {
  /** Whether every message is quoted in full. */
  readonly isWhole: boolean;
}

/**
 * load ► score ► read summaries ► fit ► describe. Fitting repeats choosing and writing until the whole text is within
 * the budget.
 */
@injectable()
export class ConversationRecall implements IConversationRecall {
  private readonly log: ILogger;
  private readonly cache: ConversationCache;
  private readonly finder: ConversationFinder;

  constructor(
    @inject(ICompressionStore) private readonly store: ICompressionStore,
    @inject(ISegmentLevels) private readonly levels: ISegmentLevels,
    @inject(ITokenCounter) private readonly tokenCounter: ITokenCounter,
    @inject(ILogger) log: ILogger,
    @inject(IRemovals) removals: IRemovals,
    @inject(ISecretScanner) private readonly scanner: ISecretScanner,
  ) {
    this.log = log.forSource('ConversationRecall');
    this.cache = new ConversationCache({ store, tokenCounter, scanner }, removals);
    this.finder = new ConversationFinder({ store, scanner });
  }

  async allocate(
    conversationId: string,
    query: string,
    budget: number,
    options: CallOptions = {},
  ): Promise<RecalledContext> {
    options.signal?.throwIfAborted();
    requireBudget(budget);
    const head = await this.store.head(conversationId, options);
    if (head === undefined) throw unknownConversation(conversationId);
    const index = await this.cache.get(head, options);
    const scores = scoreTurns(index, query);
    const overviews = await this.readOverviews(index, { scores, budget }, options);
    options.signal?.throwIfAborted();
    const written = this.fit(index, { scores, overviews, budget });
    const context = this.describe(index, written, budget);
    this.log.debug('Recalled {tokens} of {originalTokens} tokens from {segments} segments', {
      tokens: context.totalTokens,
      originalTokens: context.originalTokens,
      segments: context.segments.length,
    });
    return screenRecalledNames(context, { scanner: this.scanner, ...options });
  }

  async find(query: string, options: CallOptions = {}): Promise<readonly FoundConversation[]> {
    options.signal?.throwIfAborted();
    return this.finder.find(query, options);
  }

  /** The segments whose summaries may be shown, the most relevant first; reads their summaries into the index. */
  private async readOverviews(
    index: ConversationIndex,
    { scores, budget }: Pick<RecallPlan, 'scores' | 'budget'>,
    options: CallOptions,
  ): Promise<readonly number[]> {
    const candidates = bestOf(segmentRelevance(index, scores), Math.ceil(budget / minOverviewTokens));
    const isUnread = (segment: number): boolean => missingLevels(index, segment).length > 0;
    if (!candidates.some(isUnread)) return candidates;
    const shown = this.choose(index, { scores, budget, overviews: [] }, budget);
    const hidden = candidates.filter((segment) => isUnread(segment) && !shown.isSegmentShown(segment));
    for (const segment of hidden.slice(0, maxMadeAtOnce)) {
      const { segmentId } = index.segments[segment] as TurnSegment;
      for (const level of missingLevels(index, segment)) {
        index.summaries.set(summaryKey(segmentId, level), (await this.levels.level(segmentId, level, options)).content);
      }
    }
    return candidates;
  }

  /** Repeats choosing and writing until the whole text is within the budget, with few tokens left over. */
  private fit(index: ConversationIndex, plan: RecallPlan): WrittenRecall {
    const { budget } = plan;
    const whole = this.writeWhole(index, budget);
    if (whole !== undefined) return whole;
    let best: WrittenRecall = { text: '', segments: [], isWhole: false };
    let max = 0;
    let maxTokens = budget;
    for (let attempt = 0; attempt < maxAttempts && maxTokens > 0; attempt += 1) {
      const written = this.write(index, this.choose(index, plan, maxTokens), isNumbered(budget));
      const tokens = this.tokenCounter.countTokens(written.text);
      if (tokens <= budget && tokens >= max) [best, max] = [written, tokens];
      const left = budget - tokens;
      if (left >= 0 && (attempt > 0 || left < Math.max(minLeft, budget * minLeftShare))) break;
      maxTokens += left < 0 ? left - attempt * 8 : left;
    }
    return best;
  }

  private describe(
    index: ConversationIndex,
    { text, segments, isWhole }: WrittenRecall,
    budget: number,
  ): RecalledContext {
    const totalTokens = this.tokenCounter.countTokens(text);
    return {
      conversationId: index.conversationId,
      content: text,
      totalTokens,
      maxTokens: budget,
      originalTokens: isWhole ? totalTokens : index.segments.reduce((sum, { tokens }) => sum + tokens, 0),
      segments,
      leftOut: leftOutOf(index, segments),
      secrets: secretsIn(index, segments),
    };
  }

  private choose(
    index: ConversationIndex,
    { scores, overviews, budget }: RecallPlan,
    maxTokens: number,
  ): RecallSelection {
    const { tokenCounter } = this;
    const hint = isNumbered(budget) ? `${hintLine(index.conversationId)}\n` : '';
    const shares = divideBudget({
      maxTokens,
      usedTokens: tokenCounter.countTokens(hint),
      hasQuery: scores !== undefined,
    });
    return chooseParts({ index, scores, shares, overviews, tokenCounter });
  }

  /** @returns `undefined` if the conversation does not fit */
  private writeWhole(index: ConversationIndex, budget: number): WrittenRecall | undefined {
    const tokens = index.segments.reduce((sum, segment) => sum + segment.tokens, 0);
    if (tokens > budget) return undefined;
    const selection = new RecallSelection(index, this.tokenCounter, { maxTokens: Infinity, usedTokens: 0 });
    for (const turn of index.messages.keys()) selection.addFull(turn, 0);
    const written = this.write(index, selection, false);
    return this.tokenCounter.countTokens(written.text) <= budget ? written : undefined;
  }

  private write(index: ConversationIndex, selection: RecallSelection, areNumbered: boolean): WrittenRecall {
    const isWhole = selection.full.size === index.messages.length;
    if (selection.isEmpty) return { text: '', segments: [], isWhole };
    return { ...new RecallWriter(index, selection, areNumbered && !isWhole).write(this.tokenCounter), isWhole };
  }
}

/** Whether there is room for the numbers of segments, and for the hint on requesting them. */
function isNumbered(budget: number): boolean {
  return budget >= minHintedTokens;
}

/** Levels of a segment's summary that are not in the index yet. */
function missingLevels({ segments, summaries }: ConversationIndex, segment: number): readonly OverviewLevel[] {
  const { segmentId } = segments[segment] as TurnSegment;
  const levels: readonly OverviewLevel[] = [CompressionLevel.tags, CompressionLevel.brief];
  return levels.filter((level) => !summaries.has(summaryKey(segmentId, level)));
}

function requireBudget(budget: number): void {
  if (Number.isSafeInteger(budget) && budget >= 0) return;
  throw new LexichordError(
    ErrorCode.invalidArgument,
    `The budget is ${String(budget)} tokens; it must be a whole number from 0.`,
    { details: { budget: String(budget) } },
  );
}

/** Relevance of each segment: its best match with the question, then how recent it is. */
function segmentRelevance({ segments }: ConversationIndex, scores: TurnScores | undefined): readonly number[] {
  return segments.map(({ firstTurn, endTurn }, number) => {
    const recency = (number + 1) / segments.length;
    if (scores === undefined) return recency;
    let best = 0;
    for (let turn = firstTurn; turn < endTurn; turn += 1) best = Math.max(best, scores.scores[turn] ?? 0);
    return best / scores.best + recency / 1_000;
  });
}

function leftOutOf({ segments }: ConversationIndex, recalled: RenderedRecall['segments']): readonly LeftOutSegment[] {
  const shown = new Set(recalled.map(({ segmentId }) => segmentId));
  return segments
    .filter(({ segmentId }) => !shown.has(segmentId))
    .map(({ segmentId, tokens }) => ({ segmentId, reason: 'over-budget', tokens }));
}

/** Secrets in the messages that are quoted or summarised. */
function secretsIn(
  { conversationId, messages, secrets }: ConversationIndex,
  segments: readonly RecalledSegment[],
): readonly WithheldSecret[] {
  if (secrets.size === 0) return [];
  const shown = new Set(segments.flatMap(({ messageIds }) => messageIds));
  return [...secrets].flatMap(([message, rules]) =>
    shown.has(messages[message]?.id ?? '') ? rules.map((rule) => withheldFrom({ conversationId, message, rule })) : [],
  );
}
