import {
  type CallOptions,
  type ConversationMessage,
  ErrorCode,
  type ICompressionStore,
  LexichordError,
} from '@lexichord/abstractions';

import { isFileStart } from '../log/source-text.js';
import { hasSameFields, isSameMessage } from '../message/same-message.js';
import type { FileMessage } from './read-conversation-file.js';

/** Stored messages that a file is compared with. */
export type StoredMessages = Pick<ICompressionStore, 'head' | 'messages' | 'messagesAt' | 'fileBreaks'>;

/** Position of a file's next message among the stored messages. */
export interface FilePosition {
  /** Index of the file's next message. */
  readonly next: number;
  /** Whether messages of the file have been added: a different message at this index then came from another process. */
  readonly hasAdded: boolean;
}

/** Consecutive messages of a file. */
export interface FileStretch {
  readonly conversationId: string;
  readonly messages: readonly FileMessage[];
  /** Number of messages of the file before them. */
  readonly messagesBefore: number;
  /** Absent for the first messages of a file. */
  readonly position: FilePosition | undefined;
}

/** Plan for the messages of a file. */
export interface FilePlan {
  /** Number of messages, from the first, that are stored. */
  readonly known: number;
  /** Index of the first message. Absent: the messages are matched with the stored ones by their ids. */
  readonly from?: number | undefined;
  /** Number of messages of the conversation that are stored. */
  readonly stored: number;
}

/** Maximum number of candidates that are compared completely; more are narrowed message by message first. */
const maxComparedWhole = 4;

/** Maximum number of messages that are read at once, one per candidate. */
const maxReadAtOnce = 200;

/**
 * Compares messages of a file with the stored ones. A file that begins like the conversation, or like a file that
 * continued it, and agrees with it up to the end of either, is the same file, possibly grown. A file with another first
 * message is a continuation, unless only that message differs, or only fields beside its words: that is a changed copy.
 * If files differ later, messages with ids are matched by id.
 *
 * @throws {LexichordError} `invalid-argument` for a file without ids that agrees with the stored messages at first, and
 * then differs
 */
export async function planFileMessages(
  store: StoredMessages,
  stretch: FileStretch,
  options: CallOptions,
): Promise<FilePlan> {
  const { position } = stretch;
  const head = await store.head(stretch.conversationId, options);
  const comparison = new Comparison(store, { ...stretch, stored: head?.messages ?? 0 }, options);
  if (position === undefined) {
    // The log does not distinguish a first message after a blank line from one that an earlier file has grown by.
    const looksLater = stretch.messages.slice(0, 1).some(({ source }) => !isFileStart(source.before));
    const breaks = looksLater ? await store.fileBreaks(stretch.conversationId, options) : [];
    return planBeginning(comparison, stretch, [...(head?.fileStarts ?? []), ...breaks]);
  }
  const { stored } = comparison;
  const known = await comparison.agreeing(position.next);
  if (comparison.fits(position.next, known)) return { known, from: position.next, stored };
  if (!position.hasAdded) return differsAt(known, comparison, stretch);
  if (known > 0) return { known, from: position.next, stored };
  const from = await comparison.nextFit(position.next);
  return { known: await comparison.agreeing(from), from, stored };
}

async function planBeginning(
  comparison: Comparison,
  stretch: FileStretch,
  fileStarts: readonly number[],
): Promise<FilePlan> {
  const { stored } = comparison;
  const { starts, agreeing } = await comparison.likeliest([...new Set([0, ...fileStarts])]);
  let longest = agreeing;
  for (const from of starts) {
    const known = await comparison.agreeing(from);
    const isSame = known > 0 || stored === 0 || stretch.messages.length === 0;
    if (isSame && comparison.fits(from, known)) return { known, from, stored };
    longest = Math.max(longest, known);
  }
  const isOther = longest === 0 && stretch.messages[0]?.id === undefined;
  const isContinuation = isOther && !(await comparison.isChangedCopy());
  return isContinuation ? { known: 0, from: stored, stored } : differsAt(longest, comparison, stretch);
}

/** @param known number of messages that agree before the one that differs */
function differsAt(known: number, { stored }: Comparison, { messages, messagesBefore }: FileStretch): FilePlan {
  const differing = messages[known];
  if (differing?.id !== undefined) return { known, stored };
  throw otherFile(messagesBefore + known, differing?.line ?? 0);
}

/** Compares messages of a file with stored ones. */
class Comparison {
  readonly stored: number;

  constructor(
    private readonly store: StoredMessages,
    private readonly what: FileStretch & { readonly stored: number },
    private readonly options: CallOptions,
  ) {
    this.stored = what.stored;
  }

  /** Number of messages, from the first, that equal the stored ones from an index. */
  async agreeing(from: number): Promise<number> {
    const { messages } = this.what;
    return countAgreeing(messages, await this.read(from, Math.min(this.stored, from + messages.length)));
  }

  /**
   * Removes candidates whose first messages differ, while there are many.
   *
   * @returns candidates for a complete comparison; if there are none, the number of messages for which the best ones
   * agreed
   */
  async likeliest(
    starts: readonly number[],
  ): Promise<{ readonly starts: readonly number[]; readonly agreeing: number }> {
    let left = starts;
    for (const [offset, message] of this.what.messages.entries()) {
      if (left.length <= maxComparedWhole) break;
      left = await this.agreeingAt(left, { offset, message });
      if (left.length === 0) return { starts: [], agreeing: offset };
    }
    return { starts: left, agreeing: 0 };
  }

  /** The candidates at which a message of the file agrees with the stored one, or is after the last stored one. */
  private async agreeingAt(
    starts: readonly number[],
    { offset, message }: { readonly offset: number; readonly message: FileMessage },
  ): Promise<readonly number[]> {
    const agreeing: number[] = [];
    for (let first = 0; first < starts.length; first += maxReadAtOnce) {
      const some = starts.slice(first, first + maxReadAtOnce);
      const indexes = some.map((start) => start + offset).filter((index) => index < this.stored);
      const found = await this.store.messagesAt(this.what.conversationId, indexes, this.options);
      agreeing.push(
        ...some.filter((start) => {
          const one = found.get(start + offset);
          return one === undefined ? start + offset >= this.stored : isAgreeing(message, one);
        }),
      );
    }
    return agreeing;
  }

  /** Whether the file or the stored messages end after those that agree. */
  fits(from: number, known: number): boolean {
    return known === this.what.messages.length || from + known === this.stored;
  }

  /**
   * The first index, from another one, from which all messages agree; the number of stored messages if there is none.
   */
  async nextFit(from: number): Promise<number> {
    const { messages } = this.what;
    const behind = await this.read(from, this.stored);
    const skipped = behind.findIndex((_message, index) => {
      const rest = behind.slice(index, index + messages.length);
      return countAgreeing(messages, rest) === rest.length;
    });
    return skipped === -1 ? this.stored : from + skipped;
  }

  /** Whether only the first message differs from the stored one, or nothing but fields beside its words. */
  async isChangedCopy(): Promise<boolean> {
    const [first, ...rest] = this.what.messages;
    const [firstStored, ...restStored] = await this.read(0, Math.min(this.stored, this.what.messages.length));
    if (first === undefined || firstStored === undefined) return false;
    if (hasSameFields(first, firstStored)) return true;
    return restStored.length > 0 && countAgreeing(rest, restStored) === restStored.length;
  }

  private async read(from: number, to: number): Promise<readonly ConversationMessage[]> {
    return to <= from ? [] : this.store.messages(this.what.conversationId, { from, to }, this.options);
  }
}

function countAgreeing(messages: readonly FileMessage[], stored: readonly ConversationMessage[]): number {
  const other = stored.findIndex((one, index) => {
    const message = messages[index];
    return message === undefined || !isAgreeing(message, one);
  });
  return other === -1 ? stored.length : other;
}

function isAgreeing(message: FileMessage, stored: ConversationMessage): boolean {
  const isSame = isSameMessage(stored, { ...message, original: message.source.text });
  return isSame && (message.id === undefined || message.id === stored.id);
}

/** @param agreeing number of messages of the file before the one that differs */
function otherFile(agreeing: number, line: number): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `The file begins like the stored conversation, but its message ${agreeing + 1} (line ${line}) differs. Nothing from there on was added. Give another conversation id, or give the messages their own ids.`,
    { details: { message: agreeing + 1, line } },
  );
}
