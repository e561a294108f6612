import type { ConversationMessage } from '@lexichord/abstractions';
import { type Postings, PostingsPacker, indexWords } from '@lexichord/text-index';
import { setImmediate } from 'node:timers/promises';

/** Of a message so much is read for its words, in UTF-16 units. */
export const maxReadLength = 64 * 1024;

/** Text that is read before others get their turn, in UTF-16 units: about a hundredth of a second's work. */
const readAtOnce = 128 * 1024;

/** The words of messages, to which more messages can be added. */
export class TurnPostings {
  private readonly packer = new PostingsPacker();
  private size = 0;
  private table: Postings | undefined;

  /** @throws the signal's reason; what was not added by then can be added again */
  async add(messages: readonly ConversationMessage[], signal?: AbortSignal): Promise<void> {
    let read = 0;
    for (const { content } of messages.slice(this.size)) {
      const text = content.slice(0, maxReadLength);
      this.packer.add(indexWords(text));
      this.size += 1;
      this.table = undefined;
      read += text.length;
      if (read < readAtOnce) continue;
      read = 0;
      await setImmediate();
      signal?.throwIfAborted();
    }
  }

  /** Of everything that was added, a message a text. */
  get postings(): Postings {
    const { size } = this;
    this.table ??= this.packer.finish(
      Int32Array.from({ length: size }, (_unused, place) => place),
      size,
    );
    return this.table;
  }
}
