import type { AnchorPoint, ConversationMessage } from '@lexichord/abstractions';

import { ToolResults } from '../message/tool-results.js';
import { needsTime, timeText } from '../render/render-messages.js';
import { headOf, turnText } from '../render/turn-lines.js';
import type { Statement } from './level-text.js';

/** A statement of a level before layout. */
export interface StatementLine {
  /** Text of the statement, with line breaks only where the source has them. */
  readonly words: string;
  /** Indexes of the first and the last message of the statement. */
  readonly from: number;
  readonly to: number;
}

/** Precision of the lines with the time. */
export type TimePrecision = 'day' | 'minute';

/** Maximum number of speakers that are named before a statement. */
const maxHeads = 4;

/** Date without time, in UTC. */
export function dayText(timestampMs: number): string {
  return timeText(timestampMs).split(' ')[0] ?? '';
}

/**
 * Lays out statements like messages at Full: a line with the time after a pause, then the statements. A message without
 * a statement is assigned to the nearest one, or to the earlier of two equally near ones.
 *
 * @param lines in the order of their first messages
 */
export function layOut(
  lines: readonly StatementLine[],
  messages: readonly ConversationMessage[],
  precision: TimePrecision,
): { readonly text: string; readonly statements: readonly Statement[] } {
  const stoodFor = messagesByLine(lines, messages.length);
  const statements: Statement[] = [];
  let text = '';
  let before: number | undefined;
  for (const [index, line] of lines.entries()) {
    if (text !== '') text += '\n';
    const timestampMs = messages[line.from]?.timestampMs;
    if (needsTime(timestampMs, before)) text += timeLine(timestampMs, before, precision);
    before = timestampMs ?? before;
    const start = text.length;
    text += turnText(headsOf(line, messages), line.words);
    statements.push({ start, end: text.length, messages: stoodFor[index] ?? [] });
  }
  return { text, statements };
}

/** Speakers of a statement; if there are too many, the first ones. */
function headsOf({ from, to }: StatementLine, messages: readonly ConversationMessage[]): string {
  const heads = [...new Set(messages.slice(from, to + 1).map((message) => headOf(message)))];
  const shown = heads.length > maxHeads ? [...heads.slice(0, maxHeads - 1), 'others'] : heads;
  return shown.join(' & ');
}

function timeLine(timestampMs: number, beforeMs: number | undefined, precision: TimePrecision): string {
  if (precision === 'minute') return `[${timeText(timestampMs)}]\n`;
  const day = dayText(timestampMs);
  return beforeMs !== undefined && dayText(beforeMs) === day ? '' : `[${day}]\n`;
}

function messagesByLine(lines: readonly StatementLine[], count: number): readonly (readonly number[])[] {
  const byLine = lines.map((): Set<number> => new Set());
  const isCovered = new Uint8Array(count);
  for (const [index, { from, to }] of lines.entries()) {
    for (let message = from; message <= to; message += 1) {
      byLine[index]?.add(message);
      isCovered[message] = 1;
    }
  }
  let before = -1;
  for (let message = 0; message < count; message += 1) {
    while (before + 1 < lines.length && (lines[before + 1]?.from ?? 0) <= message) before += 1;
    if (isCovered[message] === 1) continue;
    const distanceBefore = message - (lines[before]?.to ?? Number.NEGATIVE_INFINITY);
    const distanceAfter = (lines[before + 1]?.from ?? Number.POSITIVE_INFINITY) - message;
    byLine[distanceAfter < distanceBefore ? before + 1 : before]?.add(message);
  }
  return byLine.map((those) => [...those].sort((a, b) => a - b));
}

/**
 * Adds a statement for each anchor that the statements do not contain verbatim.
 *
 * @param lines in the order of their first messages, like the result
 */
export function putBackAnchors(
  lines: readonly StatementLine[],
  anchors: readonly AnchorPoint[],
  messages: readonly ConversationMessage[],
): readonly StatementLine[] {
  const allWords = lines.map(({ words }) => words).join('\n');
  const byMessage = new Map(lines.map(({ from, words }) => [from, words]));
  const indexes = new Map(messages.map(({ id }, index) => [id, index]));
  const missing = new Map<string, StatementLine>();
  for (const { text, messageId, startOffset } of anchors) {
    const index = indexes.get(messageId);
    if (index === undefined || missing.has(text)) continue;
    // The statement of the anchor's own message is searched first: it is short, and nearly always has the anchor.
    if (byMessage.get(index)?.includes(text) === true || allWords.includes(text)) continue;
    const label = new ToolResults(messages[index]?.content ?? '').labelFor(startOffset);
    missing.set(text, { words: `${label}${text}`, from: index, to: index });
  }
  if (missing.size === 0) return lines;
  return [...lines, ...missing.values()].toSorted((a, b) => a.from - b.from);
}
