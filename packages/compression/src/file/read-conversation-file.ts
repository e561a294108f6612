import type { CallOptions, MessageSource } from '@lexichord/abstractions';

import { badFile, badMessage } from './bad-file.js';
import { decodeFile } from './decode-file.js';
import { type MessageFields, readMessage } from './message-schema.js';
import { ObjectScanner } from './object-scanner.js';

/** A message of a file. */
export interface FileMessage extends MessageFields {
  readonly source: MessageSource;
  /** Where it begins in the file, from 1. */
  readonly line: number;
}

/** What is read of a file, in its order. */
export type FilePart =
  | { readonly message: FileMessage; readonly trailing?: undefined; readonly bytesDone: number }
  /** The last one: what the file has behind its last message. */
  | { readonly message?: undefined; readonly trailing: string; readonly bytesDone: number };

/**
 * Reads a conversation file as it comes, in memory for a chunk and a message: a JSON array, or an object a line, of
 * messages. All texts together, `before` and `text` of each message and
 * `trailing`, are the file.
 *
 * @throws {LexichordError} `invalid-argument` naming message and line, and what was expected there
 */
export async function* readConversationFile(
  chunks: AsyncIterable<Uint8Array>,
  { signal }: CallOptions = {},
): AsyncGenerator<FilePart, void, undefined> {
  const scanner = new ObjectScanner();
  let bytesDone = 0;
  let count = 0;
  try {
    for await (const part of decodeFile(chunks)) {
      signal?.throwIfAborted();
      bytesDone = part.bytesDone;
      for (const { before, text, line } of scanner.push(part.text)) {
        const reading = readMessage(text);
        if (reading.problem !== undefined) throw badFile(line, reading.problem);
        count += 1;
        yield { message: { ...reading.message, source: { before, text }, line }, bytesDone };
      }
    }
    signal?.throwIfAborted();
    yield { trailing: scanner.end(), bytesDone };
  } catch (error) {
    throw badMessage(error, count + 1);
  }
}
