import {
  CompressionLevel,
  type ConversationMessage,
  type ITokenCounter,
  type RecallReason,
  type RecalledSegment,
} from '@lexichord/abstractions';

import { needsTime, timeText } from '../render/render-messages.js';
import { headOf, turnText } from '../render/turn-lines.js';
import { conversationHash, parseSegmentId } from '../segment-id.js';
import type { ConversationIndex, TurnSegment } from './conversation-index.js';
import { gap, writeExcerpt } from './excerpt.js';
import type { RecallSelection } from './recall-selection.js';

/** Text of a selection. */
export interface RenderedRecall {
  readonly text: string;
  /** In the order of the conversation. */
  readonly segments: readonly RecalledSegment[];
}

interface Line {
  readonly text: string;
  /** `undefined`: a heading, which belongs to the next line. */
  readonly level: CompressionLevel | undefined;
}

/** A line with the syntax for requesting more. */
export function hintLine(conversationId: string): string {
  return `[[expand:${conversationHash(conversationId)}-N:full]] shows all of #N.`;
}

/** Writes the selection in the order of the conversation. A segment that is shown in full needs no number. */
export class RecallWriter {
  private shownMs: number | undefined;
  private isInNamedPart = false;
  private lastTurn: number | undefined;

  /** @param isNumbered whether segments are numbered, so that an agent can request them in full */
  constructor(
    private readonly index: ConversationIndex,
    private readonly selection: RecallSelection,
    private readonly isNumbered: boolean,
  ) {}

  write(tokenCounter: ITokenCounter): RenderedRecall {
    const { index, selection, isNumbered } = this;
    const blocks = isNumbered ? [hintLine(index.conversationId)] : [];
    const recalled: RecalledSegment[] = [];
    const turnsOf = shownTurns(selection, index);
    for (const [number, segment] of index.segments.entries()) {
      if (!selection.isSegmentShown(number)) continue;
      const turns = turnsOf.get(number) ?? [];
      const lines = [...this.overviewLines(number, segment), ...this.turnLines(segment, turns)];
      blocks.push(...lines.map(({ text }) => text));
      recalled.push(...this.entriesOf({ number, segment, turns, lines }, tokenCounter));
    }
    return { text: blocks.join('\n'), segments: recalled };
  }

  private overviewLines(number: number, segment: TurnSegment): readonly Line[] {
    const overview = this.selection.overviews.get(number);
    if (overview === undefined) return [];
    const { level, text } = overview;
    this.lastTurn = undefined;
    this.isInNamedPart = true;
    if (!this.isNumbered) return [{ text, level }];
    return [{ text: `${nameOf(segment)}${level === CompressionLevel.tags ? ' ' : '\n'}${text}`, level }];
  }

  private turnLines(segment: TurnSegment, turns: readonly number[]): readonly Line[] {
    const lines: Line[] = [];
    const isWhole =
      turns.length === segment.endTurn - segment.firstTurn && turns.every((turn) => this.selection.full.has(turn));
    const isNamed = this.isNumbered && (!isWhole || this.isInNamedPart);
    this.isInNamedPart = !isWhole;
    for (const [index, turn] of turns.entries()) {
      const message = this.index.messages[turn] as ConversationMessage;
      const heading = this.headingOf(message, index === 0 && isNamed ? nameOf(segment) : '');
      if (heading !== '') lines.push({ text: heading, level: undefined });
      else if (this.lastTurn !== turn - 1 && this.lastTurn !== undefined) lines.push({ text: gap, level: undefined });
      lines.push(this.lineOf(turn, message));
      this.lastTurn = turn;
    }
    return lines;
  }

  /** The number of a new segment, and the time if time has passed. */
  private headingOf({ timestampMs }: ConversationMessage, name: string): string {
    const before = this.shownMs;
    this.shownMs = timestampMs ?? before;
    const time = needsTime(timestampMs, before) ? shortTime(timestampMs, before) : '';
    if (name === '') return time === '' ? '' : `[${time}]`;
    return time === '' ? name : `${name} ${time}`;
  }

  private lineOf(turn: number, message: ConversationMessage): Line {
    const excerpt = this.selection.excerpts.get(turn);
    const head = headOf(message);
    if (excerpt === undefined) return { text: turnText(head, message.content), level: CompressionLevel.full };
    const level = excerpt.isForAnchors ? CompressionLevel.brief : CompressionLevel.detailed;
    return { text: turnText(head, writeExcerpt(message.content, excerpt.ranges)), level };
  }

  private entriesOf(
    {
      number,
      segment,
      turns,
      lines,
    }: {
      readonly number: number;
      readonly segment: TurnSegment;
      readonly turns: readonly number[];
      readonly lines: readonly Line[];
    },
    tokenCounter: ITokenCounter,
  ): readonly RecalledSegment[] {
    const texts = textsByLevel(lines);
    const overview = this.selection.overviews.get(number)?.level;
    return [...texts.keys()].sort().map((level): RecalledSegment => {
      const text = texts.get(level) ?? '';
      const own = turns.filter((turn) => this.levelOf(turn) === level);
      const shown = level === overview ? turnsIn(segment) : own;
      return {
        segmentId: segment.segmentId,
        level,
        messageIds: shown.map((turn) => (this.index.messages[turn] as ConversationMessage).id),
        tokenCount: tokenCounter.countTokens(text),
        reason: level === overview ? 'overview' : this.reasonOf(level, own),
      };
    });
  }

  private levelOf(turn: number): CompressionLevel {
    const excerpt = this.selection.excerpts.get(turn);
    if (excerpt === undefined) return CompressionLevel.full;
    return excerpt.isForAnchors ? CompressionLevel.brief : CompressionLevel.detailed;
  }

  private reasonOf(level: CompressionLevel, turns: readonly number[]): RecallReason {
    if (level === CompressionLevel.brief) return 'anchors';
    return turns.some((turn) => this.selection.relevant.has(turn)) ? 'relevant' : 'recent';
  }
}

/** Joins the lines of each level, including the headings before them. */
function textsByLevel(lines: readonly Line[]): ReadonlyMap<CompressionLevel, string> {
  const texts = new Map<CompressionLevel, string>();
  let heading = '';
  for (const { text, level } of lines) {
    heading += `${text}\n`;
    if (level === undefined) continue;
    texts.set(level, (texts.get(level) ?? '') + heading);
    heading = '';
  }
  return texts;
}

/** The shown turns by index of their segment, in order. */
function shownTurns({ full, excerpts }: RecallSelection, { segmentOf }: ConversationIndex): Map<number, number[]> {
  const turns = Uint32Array.from([...full, ...excerpts.keys()]).sort();
  const found = new Map<number, number[]>();
  for (const turn of turns) {
    const segment = segmentOf[turn] as number;
    const cached = found.get(segment);
    if (cached === undefined) found.set(segment, [turn]);
    else cached.push(turn);
  }
  return found;
}

function turnsIn({ firstTurn, endTurn }: TurnSegment): readonly number[] {
  return Array.from({ length: endTurn - firstTurn }, (_unused, index) => firstTurn + index);
}

function nameOf({ segmentId }: TurnSegment): string {
  return `#${parseSegmentId(segmentId)?.number ?? 0}`;
}

/** The day; on the same day as before, the minute. */
function shortTime(timestampMs: number, beforeMs: number | undefined): string {
  const [day = '', minute = ''] = timeText(timestampMs).split(' ');
  return beforeMs !== undefined && timeText(beforeMs).startsWith(day) ? minute : day;
}
