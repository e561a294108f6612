import type { ConversationMessage } from '@lexichord/abstractions';

/** After this many further messages of the asker, the answer is no longer awaited. */
const maxFollowUps = 3;

/** Length of a message's end that is searched for a question mark, in UTF-16 units. */
const maxEndLength = 80;

/** A question mark of any script without words after it. */
const questionAtEnd = /[?？؟⁇⁈⁉‽፧՞][^\p{L}\p{N}]*$/u;

/** Messages without such a character say nothing, such as one that only calls a tool. */
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Tells, message by message, whether a message must stay in the segment of the previous one: a tool's result with its
 * call, and an answer with its question, including additions by the asker and tool calls in between.
 */
export class Belonging {
  private isBegun = false;
  private asker: string | undefined;
  private added = 0;

  /** Whether the next message of a segment belongs to those before it. */
  take(message: ConversationMessage): boolean {
    const isTool = message.role === 'tool';
    const belongs = this.isBegun && (isTool || this.asker !== undefined);
    this.isBegun = true;
    if (isTool) return belongs;
    const who = JSON.stringify([message.role, message.speaker]);
    this.wait(who, message.content);
    if (endsInQuestion(message.content)) {
      this.asker = who;
      this.added = 0;
    }
    return belongs;
  }

  private wait(who: string, content: string): void {
    if (this.asker === undefined) return;
    if (who === this.asker) this.added += 1;
    const isAnswer = who !== this.asker && wordCharacter.test(content);
    if (isAnswer || this.added >= maxFollowUps) this.asker = undefined;
  }
}

/** Whether a message ends with a question. Punctuation, quotes and smileys after it are ignored. */
export function endsInQuestion(content: string): boolean {
  // A thousand line ends may follow the last words.
  return questionAtEnd.test(content.trimEnd().slice(-maxEndLength));
}
