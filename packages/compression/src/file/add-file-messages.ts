import type { AppendReport, CallOptions, ConversationFile, ICompressionStore } from '@lexichord/abstractions';
import { isOutdated } from '@lexichord/storage/internal';

import { unknownConversation } from '../not-stored.js';
import { badFile, badMessage, notAdded } from './bad-file.js';
import { type FilePosition, planFileMessages } from './plan-file-messages.js';
import { type FileMessage, readConversationFile } from './read-conversation-file.js';

/** The store that a file is added to. */
export type FileTarget = Pick<ICompressionStore, 'append' | 'head' | 'messages' | 'messagesAt' | 'fileBreaks'>;

/**
 * Maximum number of ids of a file that are compared before anything is added; a repeated id after them is refused when
 * it is added.
 */
const maxComparedIds = 5_000_000;

/** Progress of adding a file. */
export interface FileProgress {
  /** Number of messages of the file that were processed. */
  readonly messages: number;
  /** Number of those that were not stored before. */
  readonly added: number;
  /** Number of those that were stored before. */
  readonly known: number;
  /** Number of bytes of the file that were read. */
  readonly bytesDone: number;
}

/** Options for adding a file. */
export interface AddFileMessagesOptions extends CallOptions {
  /** Called after each commit, and awaited before the next one. */
  readonly onBatch?: ((progress: FileProgress) => Promise<void> | void) | undefined;
}

/**
 * Maximum number of attempts when others add to the conversation meanwhile; each failed attempt is another writer's
 * success.
 */
const maxAttempts = 50;

/**
 * Adds a conversation file, batch by batch, after reading it to its end without an error. `planFileMessages` finds the
 * messages that are stored already, so that adding a file again continues where it stopped.
 *
 * @throws {LexichordError} `invalid-argument` naming message and line; nothing was added if the file cannot be read
 * completely
 */
export async function addFileMessages(
  store: FileTarget,
  conversationId: string,
  file: ConversationFile,
  { signal, onBatch }: AddFileMessagesOptions = {},
): Promise<AppendReport> {
  const open = await requireReadable(file, { signal });
  const addition = new FileAddition(store, conversationId, { signal });
  for await (const { messages, trailing, bytesDone } of readFileBatches(open(), { signal })) {
    await addition.add(messages, trailing);
    const { added, known } = addition;
    await onBatch?.({ messages: added + known, added, known, bytesDone });
  }
  const head = await store.head(conversationId, { signal });
  if (head === undefined) throw unknownConversation(conversationId);
  const { added, known } = addition;
  return { conversationId, head: head.head, messages: head.messages, added, known };
}

/**
 * Reads a file to its end, and compares the ids of its messages.
 *
 * @returns a function that opens the file again
 * @throws {LexichordError} `invalid-argument` naming message and line
 */
async function requireReadable(file: ConversationFile, options: CallOptions): Promise<() => AsyncIterable<Uint8Array>> {
  const kept: Uint8Array[] = [];
  const bytes = typeof file === 'function' ? file() : keeping(file, kept);
  const numbers = new Map<string, number>();
  let number = 0;
  for await (const { message } of readConversationFile(bytes, options)) {
    if (message === undefined) break;
    number += 1;
    const { id, line } = message;
    if (id === undefined) continue;
    const earlier = numbers.get(id);
    if (earlier !== undefined) throw badMessage(badFile(line, `its id is that of message ${earlier}`), number);
    if (numbers.size < maxComparedIds) numbers.set(id, number);
  }
  return typeof file === 'function' ? file : () => keeping(kept, []);
}

async function* keeping(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  kept: Uint8Array[],
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of chunks) {
    kept.push(chunk);
    yield chunk;
  }
}

/** Adds the batches of a file to a conversation. */
class FileAddition {
  added = 0;
  known = 0;
  private position: FilePosition | undefined;
  private isById = false;

  constructor(
    private readonly store: FileTarget,
    private readonly conversationId: string,
    private readonly options: CallOptions,
  ) {}

  /** @param trailing present if the file ends after the messages */
  async add(messages: readonly FileMessage[], trailing: string | undefined): Promise<void> {
    let rest = messages;
    for (let attempt = 1; !this.isById; attempt++) {
      const { conversationId, position } = this;
      const messagesBefore = this.added + this.known;
      const stretch = { conversationId, messages: rest, messagesBefore, position };
      const { known, from, stored } = await planFileMessages(this.store, stretch, this.options);
      this.known += known;
      rest = rest.slice(known);
      this.isById = from === undefined;
      if (from === undefined) break;
      const next = from + known;
      if (position !== undefined || known > 0) this.position = { next, hasAdded: position?.hasAdded ?? false };
      // A file that is shorter than its stored messages has no end to store.
      if (rest.length === 0 && (next < stored || trailing === undefined)) return;
      // Another process added these messages; the next plan compares the messages after them.
      if (next < stored) continue;
      try {
        const report = await this.append(rest, { trailing, expectedMessages: stored });
        this.position = { next: report.messages, hasAdded: true };
        return;
      } catch (error) {
        if (!isOutdated(error) || attempt >= maxAttempts) throw error;
      }
    }
    await this.addById(rest, trailing);
  }

  /** Adds messages by their ids, regardless of their position. */
  private async addById(messages: readonly FileMessage[], trailing: string | undefined): Promise<void> {
    const { added } = await this.append(messages, {});
    if (added > 0 && trailing !== undefined) await this.append([], { trailing });
  }

  private async append(
    messages: readonly FileMessage[],
    where: { readonly trailing?: string | undefined; readonly expectedMessages?: number },
  ): Promise<AppendReport> {
    const { added } = this;
    const stand = { messagesBefore: added + this.known, added, lines: messages.map(({ line }) => line) };
    const report = await this.store
      .append(this.conversationId, messages, { ...where, ...this.options })
      .catch((error: unknown) => {
        throw notAdded(error, stand);
      });
    this.added += report.added;
    this.known += report.known;
    return report;
  }
}

/** Messages of a file that are added in one commit. */
interface FileBatch {
  readonly messages: readonly FileMessage[];
  /** Text of the file after its last message; only in the last batch. */
  readonly trailing?: string | undefined;
  /** Number of bytes of the file that were read. */
  readonly bytesDone: number;
}

/** Maximum number of messages in one batch, and UTF-16 units after which no further message is added. */
const [messagesAtOnce, unitsAtOnce] = [1_000, 4 * 1024 * 1024];

/** @throws {LexichordError} `invalid-argument` naming message and line */
async function* readFileBatches(
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
