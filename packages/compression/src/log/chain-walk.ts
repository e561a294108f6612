import { conversationHash } from '../segment-id.js';
import type { LogRow } from '../store/compression-tables.js';
import { type LogRecord, firstHash, nextHash } from './hash-chain.js';
import { type LogHead, type LogState, logPosition } from './log-head.js';
import { defaultId, recordKey } from './plan-append.js';
import { isFileStart } from './source-text.js';

/** Computes the hash chain of records and compares it with the expected head. */
export class ChainWalk {
  messages = 0;
  /** Number of messages up to the given head; `undefined` until it is found. */
  messagesAtGiven: number | undefined;
  private records = 0;
  private hasGivenIds = false;
  private hash: string;
  private readonly starts: number[] = [];
  private problem: string | undefined;
  private readonly conversation: string;
  private readonly state: LogState | undefined;

  constructor(
    conversationId: string,
    private readonly expected: { readonly head: LogHead | undefined; readonly wanted?: string | undefined },
  ) {
    this.hash = firstHash(conversationId);
    this.conversation = conversationHash(conversationId);
    this.state = expected.head?.state;
    if (expected.head === undefined) this.problem = 'The record of its head is missing.';
    else if (!isOwnHead(expected.head, conversationId)) this.problem = 'The record of its head was changed.';
    this.compare();
  }

  add(row: LogRow): void {
    const { head } = this.expected;
    // Records that were added after the head was read are not checked.
    if (row.record >= (this.state?.records ?? 0)) return;
    this.problem ??= this.findProblem(row, head?.life);
    if (row.kind !== 'end') {
      if (row.kind === 'message' && isFileStart(row.before)) this.starts.push(this.messages);
      this.hasGivenIds ||= row.id !== defaultId(this.messages);
      this.messages += 1;
    }
    this.records += 1;
    this.hash = nextHash(this.hash, row as LogRecord);
    this.compare();
  }

  /** @param count number of rows of the conversation, if it was counted */
  finish(count: number | undefined): string | undefined {
    const { state } = this;
    if (this.problem !== undefined || state === undefined) return this.problem;
    if (this.records !== state.records) {
      return `Only ${this.records} of ${state.records} records are stored: the end is missing.`;
    }
    const isSame =
      this.hash === state.hash &&
      this.messages === state.messages &&
      this.hasGivenIds === state.hasGivenIds &&
      this.starts.join() === state.fileStarts.join();
    if (!isSame) return 'A record, or the record of the head, was changed.';
    // The head is one of the rows.
    return (count ?? state.records + 1) === state.records + 1
      ? undefined
      : 'There are extra records that were not added by Lexichord.';
  }

  missingHead(): string | undefined {
    if (this.messagesAtGiven !== undefined) return undefined;
    return 'The given head does not match this conversation: an earlier message was changed, added or removed, or the head belongs to another conversation.';
  }

  private compare(): void {
    if (this.hash === this.expected.wanted) this.messagesAtGiven = this.messages;
  }

  private findProblem(row: LogRow, life: number | undefined): string | undefined {
    const { records, messages } = this;
    const isInOrder =
      row.record === records &&
      row.index === messages &&
      row.place === logPosition(this.conversation, messages) &&
      row.life === life &&
      row.key === recordKey(this.conversation, records) &&
      row.changedMs === undefined;
    return isInOrder ? undefined : `Record ${records + 1} is missing, or was changed, moved or added.`;
  }
}

function isOwnHead({ conversationId, isReadable, state }: LogHead, expectedId: string): boolean {
  return isReadable && state !== undefined && conversationId === expectedId;
}
