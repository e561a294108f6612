import type { ConversationMessage } from '@lexichord/abstractions';

import { headOf, turnText } from './turn-lines.js';

/** Minimum pause before a line with the time, in milliseconds. */
const pauseMs = 30 * 60_000;

/** The range of a message in the rendered text, in UTF-16 units. */
export interface RenderedTurn {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The text of several messages, and the range of each in it. */
export interface RenderedMessages {
  readonly text: string;
  /** By message. */
  readonly turns: readonly RenderedTurn[];
}

/**
 * Version of the rendering. Increased when messages are rendered or read differently, so that stored levels are made
 * again.
 */
export const renderingVersion = 3;

/**
 * Renders messages for readers: a line with the time after a pause, then speaker and words. All lines of a message
 * except the first are indented, so that no words look like a turn, a time or a heading.
 */
export function renderMessages(messages: readonly ConversationMessage[]): RenderedMessages {
  const turns: RenderedTurn[] = [];
  let text = '';
  let before: number | undefined;
  for (const message of messages) {
    if (text !== '') text += '\n';
    const { timestampMs } = message;
    if (needsTime(timestampMs, before)) text += `[${timeText(timestampMs)}]\n`;
    before = timestampMs ?? before;
    const start = text.length;
    text += turnText(headOf(message), message.content);
    turns.push({ start, end: text.length });
  }
  return { text, turns };
}

/** Whether a line with the time belongs before a message, given the time of the previous one. */
export function needsTime(timestampMs: number | undefined, beforeMs: number | undefined): timestampMs is number {
  if (timestampMs === undefined) return false;
  return beforeMs === undefined || Math.abs(timestampMs - beforeMs) >= pauseMs;
}

/** Date and minute in UTC. */
export function timeText(timestampMs: number): string {
  return new Date(timestampMs).toISOString().slice(0, 16).replace('T', ' ');
}
