import type { CallOptions } from '@lexichord/abstractions';

import { type FileMessage, readConversationFile } from './read-conversation-file.js';

/** Messages of a file that are added in one commit. */
export interface FileBatch {
  readonly messages: readonly FileMessage[];
  /** What the file has behind its last message; in the last batch alone. */
  readonly trailing?: string | undefined;
  /** Of the file, that were read. */
  readonly bytesDone: number;
}

/** Messages, and UTF-16 units of them, in one batch, unless one message is longer by itself. */
const [messagesAtOnce, unitsAtOnce] = [1_000, 4 * 1024 * 1024];

/** @throws {LexichordError} `invalid-argument` naming message and line */
export async function* readFileBatches(
  chunks: AsyncIterable<Uint8Array>,
  options: CallOptions,
): AsyncGenerator<FileBatch, void, undefined> {
  let messages: FileMessage[] = [];
  let units = 0;
  for await (const { message, trailing, bytesDone } of readConversationFile(chunks, options)) {
    if (message === undefined) {
      yield { messages, trailing, bytesDone };
      return;
    }
    if (messages.length >= messagesAtOnce || units >= unitsAtOnce) {
      yield { messages, bytesDone };
      messages = [];
      units = 0;
    }
    messages.push(message);
    units += message.source.before.length + message.source.text.length;
  }
}
