import type { ConversationMessage } from '@lexichord/abstractions';

import { headOf, turnText } from './turn-lines.js';

/** A pause that is worth a line with the time. */
const pauseMs = 30 * 60_000;

/** A message in the text that it is rendered to, in UTF-16 units. */
export interface RenderedTurn {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** Text of messages. */
export interface RenderedMessages {
  readonly text: string;
  /** By message. */
  readonly turns: readonly RenderedTurn[];
}

/**
 * Raised when messages are rendered in another way, or other words are read from them: levels that were made before are made
 * again.
 */
export const renderingVersion = 2;

/**
 * Messages as people read them: a line with the time where time has passed, then who spoke, then the words. Lines of a
 * message but the first are indented, so that no words pass for a turn, a time or a heading.
 */
export function renderMessages(messages: readonly ConversationMessage[]): RenderedMessages {
  const turns: RenderedTurn[] = [];
  let text = '';
  let before: number | undefined;
  for (const message of messages) {
    if (text !== '') text += '\n';
    const { timestampMs } = message;
    if (isTimeSaid(timestampMs, before)) text += `[${timeText(timestampMs)}]\n`;
    before = timestampMs ?? before;
    const start = text.length;
    text += turnText(headOf(message), message.content);
    turns.push({ start, end: text.length });
  }
  return { text, turns };
}

/** Whether a line with the time belongs before a message, given when the one before it was said. */
export function isTimeSaid(timestampMs: number | undefined, beforeMs: number | undefined): timestampMs is number {
  if (timestampMs === undefined) return false;
  return beforeMs === undefined || Math.abs(timestampMs - beforeMs) >= pauseMs;
}

/** Day and minute, in universal time. */
export function timeText(timestampMs: number): string {
  return new Date(timestampMs).toISOString().slice(0, 16).replace('T', ' ');
}
