import type { ConversationMessage } from '@lexichord/abstractions';
import { type TextIndex, TextIndexBuilder, indexWords } from '@lexichord/text-index';
import { setImmediate } from 'node:timers/promises';

/** Of a message so much is read for its words, in UTF-16 units. */
export const maxReadLength = 64 * 1024;

/** Text that is read before others get their turn, in UTF-16 units: about a hundredth of a second's work. */
const readAtOnce = 128 * 1024;

/** The words of messages, to which more messages can be added. */
export class TurnWords {
  private readonly builder = new TextIndexBuilder();
  private built: TextIndex | undefined;

  /** @throws the signal's reason; what was not added by then can be added again */
  async add(messages: readonly ConversationMessage[], signal?: AbortSignal): Promise<void> {
    let read = 0;
    for (const { content } of messages.slice(this.builder.size)) {
      const text = content.slice(0, maxReadLength);
      this.builder.count(indexWords(text)).endDocument();
      this.built = undefined;
      read += text.length;
      if (read < readAtOnce) continue;
      read = 0;
      await setImmediate();
      signal?.throwIfAborted();
    }
  }

  /** Of everything that was added; a document is a message. */
  get index(): TextIndex {
    return (this.built ??= this.builder.build());
  }
}
