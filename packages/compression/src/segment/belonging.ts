import type { ConversationMessage } from '@lexichord/abstractions';

/** More messages of the asker's own than this, and nobody is waiting for the answer any more. */
const patience = 3;

/** How much of a message's end is looked at. */
const endUnits = 80;

/** A question mark of any script, behind which no word comes. */
const questionAtEnd = /[?？؟⁇⁈⁉‽፧՞][^\p{L}\p{N}]*$/u;

/** Whatever says nothing by itself, such as a message that only calls a tool. */
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Tells, message by message, what must not be parted from the messages before it: the result of a tool from its call, and
 * the answer from its question, with what the asker adds and the tools that are asked in between.
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
    if (isAnswer || this.added >= patience) this.asker = undefined;
  }
}

/** Whether the last thing that is said is a question; marks, quotes and smileys behind it do not count. */
export function endsInQuestion(content: string): boolean {
  // Behind the last words there may be a thousand line ends.
  return questionAtEnd.test(content.trimEnd().slice(-endUnits));
}
