import type { ShownSegment } from '../memory/load-segments.js';
import { countOf, formatCount } from './numbers.js';
import { toTerminalLine, toTerminalText } from './terminal-text.js';
import type { TextLayout } from './titled-rows.js';

/** A segment's id, messages, times and tokens on a line, and what it says below. */
export function segmentPage({ summary, text }: ShownSegment, { colors }: TextLayout): string {
  const { segmentId, messageIds, isOpen, tokenCounts, startedMs, endedMs } = summary;
  const facts = [
    idsText(messageIds),
    timesText(startedMs, endedMs),
    `${formatCount(text.tokenCount)} of ${countOf(tokenCounts.full, 'token')}`,
    isOpen ? 'open' : '',
  ];
  const { bold, dim } = colors;
  const head = `${bold(segmentId)}  ${dim(facts.filter((fact) => fact !== '').join(' · '))}`;
  return `${head}\n${toTerminalText(text.content)}`;
}

/** `m0 … m19`. */
function idsText(messageIds: readonly string[]): string {
  const [first, last] = [messageIds[0], messageIds.at(-1)].map((id) => toTerminalLine((id ?? '').slice(0, 40)));
  return messageIds.length < 2 ? (first ?? '') : `${first ?? ''} … ${last ?? ''}`;
}

function timesText(startedMs: number | undefined, endedMs: number | undefined): string {
  if (startedMs === undefined) return '';
  const [start, end] = [startedMs, endedMs ?? startedMs].map((timeMs) => minuteText(timeMs));
  return start === end ? (start ?? '') : `${start ?? ''} to ${end ?? ''}`;
}

/** Day and minute, in universal time. */
function minuteText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}
