import type { ConversationMessage } from '@lexichord/abstractions';

/** A pause that is worth a line with the time. */
const pauseMs = 30 * 60_000;

/** Text of messages, each in it word by word. */
export interface RenderedMessages {
  readonly text: string;
  /** Where the content of each message begins in the text, in UTF-16 units. */
  readonly contentOffsets: readonly number[];
}

/** Messages as people read them: a line with the time where time has passed, then who spoke, then the words. */
export function renderMessages(messages: readonly ConversationMessage[]): RenderedMessages {
  const contentOffsets: number[] = [];
  let text = '';
  let before: number | undefined;
  for (const message of messages) {
    if (text !== '') text += '\n';
    const { timestampMs } = message;
    if (isTimeSaid(timestampMs, before)) text += `[${timeText(timestampMs)}]\n`;
    before = timestampMs ?? before;
    text += `${speakerOf(message)}: `;
    contentOffsets.push(text.length);
    text += message.content;
  }
  return { text, contentOffsets };
}

/** Whether a line with the time belongs before a message, given when the one before it was said. */
export function isTimeSaid(timestampMs: number | undefined, beforeMs: number | undefined): timestampMs is number {
  if (timestampMs === undefined) return false;
  return beforeMs === undefined || Math.abs(timestampMs - beforeMs) >= pauseMs;
}

/** Who speaks, on one line: the speaker's name, else the role. */
export function speakerOf({ speaker, role }: Pick<ConversationMessage, 'speaker' | 'role'>): string {
  const name = (speaker ?? '').trim() === '' ? role : (speaker ?? role);
  const oneLine = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return oneLine.charAt(0).toUpperCase() + oneLine.slice(1);
}

/** Day and minute, in universal time. */
export function timeText(timestampMs: number): string {
  return new Date(timestampMs).toISOString().slice(0, 16).replace('T', ' ');
}
