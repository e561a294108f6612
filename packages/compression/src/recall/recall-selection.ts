import type { AnchorPoint, CompressionLevel, ConversationMessage, ITokenCounter } from '@lexichord/abstractions';

import { headOf, turnText } from '../render/turn-lines.js';
import type { ConversationIndex } from './conversation-index.js';
import { type ContentRange, joinRanges, writeExcerpt } from './excerpt.js';

/** Maximum UTF-16 units per permitted token: a longer message is too long without counting its tokens. */
const unitsPerToken = 16;

/** Maximum number of attempts to cut a turn: each requires reading it. */
const maxCuts = 12;

/** Tokens of a line such as `#12 2023-05-08`. */
const headingTokens = 10;

/** Excerpt of a turn, selected for the query or for an anchor. */
export interface TurnExcerpt {
  readonly ranges: readonly ContentRange[];
  readonly isForAnchors: boolean;
}

/** Levels at which segments are summarized as a whole. */
export type OverviewLevel = typeof CompressionLevel.brief | typeof CompressionLevel.tags;

/** Short text for a segment without quoted turns. */
export interface SegmentOverview {
  readonly level: OverviewLevel;
  readonly text: string;
}

/** Growing selection of a recall. Its tokens are a sum of parts, and so only approximately those of the text. */
export class RecallSelection {
  readonly full = new Set<number>();
  /** Turns that are shown for their content, not for being the last ones. */
  readonly relevant = new Set<number>();
  readonly excerpts = new Map<number, TurnExcerpt>();
  /** By index of the segment. */
  readonly overviews = new Map<number, SegmentOverview>();
  private readonly opened = new Set<number>();
  private spent: number;
  private cuts = 0;

  /** @param maxTokens limit of the whole; `usedTokens` are used before anything is selected */
  constructor(
    private readonly index: ConversationIndex,
    private readonly tokenCounter: ITokenCounter,
    { maxTokens, usedTokens }: { readonly maxTokens: number; readonly usedTokens: number },
  ) {
    this.maxTokens = maxTokens;
    this.spent = usedTokens;
  }

  readonly maxTokens: number;

  get tokens(): number {
    return this.spent;
  }

  get isEmpty(): boolean {
    return this.full.size + this.excerpts.size + this.overviews.size === 0;
  }

  isShown(turn: number): boolean {
    return this.full.has(turn) || this.excerpts.has(turn);
  }

  isSegmentShown(segment: number): boolean {
    return this.opened.has(segment);
  }

  /** Whether one more turn may be cut; counts as an attempt. */
  mayCut(): boolean {
    this.cuts += 1;
    return this.cuts <= maxCuts;
  }

  /** Tokens of a turn's line; `undefined` above `maxTokens`. */
  lineTokens(turn: number, maxTokens: number): number | undefined {
    const { lineTokens } = this.index;
    const message = this.message(turn);
    if (message.content.length > maxTokens * unitsPerToken) return undefined;
    if (lineTokens[turn] === 0) {
      lineTokens[turn] = this.tokenCounter.countTokens(`${turnText(headOf(message), message.content)}\n`);
    }
    const tokens = lineTokens[turn] as number;
    return tokens > maxTokens ? undefined : tokens;
  }

  /** Selects a turn in full, if that keeps the sum within `limit`. */
  addFull(turn: number, lineTokens: number, limit = this.maxTokens): boolean {
    if (this.full.has(turn)) return true;
    const segment = this.segmentOf(turn);
    const excerpt = this.excerpts.get(turn);
    const freed = excerpt === undefined ? 0 : this.excerptTokens(turn, excerpt.ranges);
    if (!this.take(lineTokens + this.framing(turn, segment) - freed, limit)) return false;
    this.excerpts.delete(turn);
    this.full.add(turn);
    this.open(segment);
    return true;
  }

  /** Adds parts of a turn to its shown parts. */
  addExcerpt(turn: number, { ranges, isForAnchors }: TurnExcerpt, limit = this.maxTokens): boolean {
    if (this.full.has(turn) || ranges.length === 0) return false;
    const segment = this.segmentOf(turn);
    const cached = this.excerpts.get(turn);
    const { content } = this.message(turn);
    const joined = joinRanges([...(cached?.ranges ?? []), ...ranges], content);
    const freed = cached === undefined ? 0 : this.excerptTokens(turn, cached.ranges);
    const added = this.excerptTokens(turn, joined) - freed;
    if (!this.take(added + (cached === undefined ? this.framing(turn, segment) : 0), limit)) return false;
    this.excerpts.set(turn, { ranges: joined, isForAnchors: isForAnchors && (cached?.isForAnchors ?? true) });
    this.open(segment);
    return true;
  }

  /** Adds the summary of a segment, replacing its earlier summary. */
  addOverview(segment: number, overview: SegmentOverview, limit = this.maxTokens): boolean {
    const cached = this.overviews.get(segment);
    const freed = cached === undefined ? 0 : this.textTokens(cached.text);
    const heading = cached === undefined && !this.opened.has(segment) ? headingTokens : 0;
    if (!this.take(this.textTokens(overview.text) + heading - freed, limit)) return false;
    this.overviews.set(segment, overview);
    this.opened.add(segment);
    return true;
  }

  /** Marks a segment as quoted, which makes its summary unnecessary. */
  private open(segment: number): void {
    this.opened.add(segment);
    const overview = this.overviews.get(segment);
    if (overview === undefined) return;
    this.overviews.delete(segment);
    this.spent -= this.textTokens(overview.text);
  }

  private take(tokens: number, limit: number): boolean {
    if (this.spent + tokens > Math.min(limit, this.maxTokens)) return false;
    this.spent += tokens;
    return true;
  }

  /** Tokens of a heading for the first turn of a segment, and of a line for every gap between turns. */
  private framing(turn: number, segment: number): number {
    const heading = this.opened.has(segment) ? 0 : headingTokens;
    const shownBeside = Number(this.isShown(turn - 1)) + Number(this.isShown(turn + 1));
    return heading + 1 - shownBeside;
  }

  private excerptTokens(turn: number, ranges: readonly ContentRange[]): number {
    const message = this.message(turn);
    return this.textTokens(turnText(headOf(message), writeExcerpt(message.content, ranges)));
  }

  private textTokens(text: string): number {
    return this.tokenCounter.countTokens(`${text}\n`);
  }

  private message(turn: number): ConversationMessage {
    return this.index.messages[turn] as ConversationMessage;
  }

  private segmentOf(turn: number): number {
    return this.index.segmentOf[turn] as number;
  }
}

/** Range of an anchor in its message. */
export function rangeOf({ startOffset, endOffset }: AnchorPoint): ContentRange {
  return { start: startOffset, end: endOffset };
}
