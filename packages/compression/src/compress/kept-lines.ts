import type { ConversationMessage } from '@lexichord/abstractions';

import type { TextRange } from '../language/sentence-reader.js';
import { ToolResults } from '../message/tool-results.js';
import type { StatementLine } from './statement-lines.js';

/** Maximum length of white space between two parts that is kept, in UTF-16 units. */
const maxGap = 40;

/** Mark for words left out in the middle of a sentence. */
const omission = '…';

const word = /[\p{L}\p{N},]/u;

/**
 * Makes one statement for each message with a kept range.
 *
 * @param kept in any order, overlapping or not
 */
export function keptLines(
  messages: readonly ConversationMessage[],
  kept: readonly TextRange[],
): readonly StatementLine[] {
  return [...mergedByMessage(kept)].flatMap(([index, ranges]) => {
    const message = messages[index];
    if (message === undefined) return [];
    return [{ words: wordsKept(message.content, ranges), from: index, to: index }];
  });
}

/** Merges ranges that touch or overlap, in the order of the messages. */
function mergedByMessage(kept: readonly TextRange[]): ReadonlyMap<number, readonly TextRange[]> {
  const ordered = kept.toSorted((a, b) => a.message - b.message || a.start - b.start || a.end - b.end);
  const byMessage = new Map<number, TextRange[]>();
  for (const { message, start, end } of ordered) {
    const ranges = byMessage.get(message) ?? [];
    byMessage.set(message, ranges);
    const last = ranges.at(-1);
    if (last !== undefined && start <= last.end) {
      ranges[ranges.length - 1] = { message, start: last.start, end: Math.max(last.end, end) };
    } else ranges.push({ message, start, end });
  }
  return byMessage;
}

function wordsKept(content: string, ranges: readonly TextRange[]): string {
  const results = new ToolResults(content);
  let text = '';
  let before: TextRange | undefined;
  for (const range of ranges) {
    const start = before === undefined ? firstJoint(content, range.start) : joint(content, before.end, range.start);
    text += results.isWithin(before?.end, range.start)
      ? start.replace(/^\n(?=…|$)/u, '\n  ')
      : start.replace(/^\n?/u, `$&${results.labelFor(range.start)}`);
    text += content.slice(range.start, range.end);
    before = range;
  }
  return before !== undefined && isCutBehind(content, before.end) ? `${text} ${omission}` : text;
}

function firstJoint(content: string, start: number): string {
  return isCutBefore(content, start) ? `${omission} ` : '';
}

/** Text between two kept parts: their own white space, or an ellipsis. */
function joint(content: string, from: number, to: number): string {
  const gap = content.slice(from, to);
  if (gap.length <= maxGap && gap.trim() === '') return gap;
  const isLine = gap.includes('\n');
  const isCut = gap.trim() !== '' && (isCutBehind(content, from) || isCutBefore(content, to));
  if (isCut) return isLine ? `\n${omission} ` : ` ${omission} `;
  return isLine ? '\n' : ' ';
}

/** Whether a part begins in the middle of a sentence. */
function isCutBefore(content: string, start: number): boolean {
  let at = start - 1;
  while (at >= 0 && isBlank(content.charCodeAt(at))) at -= 1;
  return at >= 0 && word.test(content.charAt(at));
}

/** Whether a part ends in the middle of a sentence. */
function isCutBehind(content: string, end: number): boolean {
  let at = end;
  while (at < content.length && isBlank(content.charCodeAt(at))) at += 1;
  return at < content.length && !/[\r\n]/u.test(content.charAt(at)) && word.test(content.charAt(end - 1));
}

/** Space within a line. */
function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 9;
}
