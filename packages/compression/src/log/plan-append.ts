import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { type ComparedMessage, isSameMessage } from '../message/same-message.js';
import { conversationHash } from '../segment-id.js';
import type { LogRow } from '../store/compression-tables.js';
import { type LogRecord, nextHash } from './hash-chain.js';
import { type LogState, logPosition } from './log-head.js';
import { type PreparedMessage, shown } from './prepare-messages.js';
import { isFileStart } from './source-text.js';

/** The state of a conversation before an addition. */
export interface AppendBase {
  readonly conversationId: string;
  readonly life: number;
  readonly state: LogState;
  /** Stored messages with the same ids as new ones. */
  readonly known: ReadonlyMap<string, ComparedMessage>;
  /** Ids that must not be given to messages without one. */
  readonly takenIds: ReadonlySet<string>;
  /** Text after the last message of the last file, if nothing was added after it. */
  readonly lastTrailing: string | undefined;
}

/** The messages to add. */
export interface Addition {
  readonly messages: readonly PreparedMessage[];
  readonly trailing: string | undefined;
  readonly nowMs: number;
}

/** The rows and the state that an addition writes. */
export interface AppendPlan {
  /** Without the head. */
  readonly rows: readonly LogRow[];
  readonly state: LogState;
  readonly added: number;
  readonly known: number;
}

/**
 * Creates the rows of messages, and the state after them.
 *
 * @throws {LexichordError} `invalid-argument` for a stored id with different content
 */
export function planAppend(base: AppendBase, { messages, trailing, nowMs }: Addition): AppendPlan {
  const writer = new RecordWriter(base);
  const takenIds = new Set(base.takenIds);
  for (const { id } of messages) if (id !== undefined) takenIds.add(id);
  let known = 0;
  for (const [index, message] of messages.entries()) {
    const stored = message.id === undefined ? undefined : base.known.get(message.id);
    if (stored === undefined) writer.addMessage(message, message.id ?? freeId(writer.messages, takenIds));
    else if (isSameMessage(stored, comparedOf(message))) known += 1;
    else throw otherMessage(message.id ?? '', index);
  }
  const isEnd = trailing !== undefined && (writer.rows.length > 0 || trailing !== base.lastTrailing);
  if (isEnd) writer.add({ kind: 'end', id: '', before: trailing, text: '' });
  return { rows: writer.rows, state: writer.state(nowMs), added: messages.length - known, known };
}

function comparedOf({ kind, fields, text }: PreparedMessage): ComparedMessage {
  return kind === 'message' ? { ...fields, original: text } : fields;
}

/** Creates rows of consecutive records, and computes their chain. */
export class RecordWriter {
  readonly rows: LogRow[] = [];
  messages: number;
  private hash: string;
  private hasGivenIds: boolean;
  private readonly starts: number[];
  private readonly conversation: string;

  constructor(private readonly base: Pick<AppendBase, 'conversationId' | 'life' | 'state'>) {
    const { hash, messages, fileStarts, hasGivenIds } = base.state;
    this.hash = hash;
    this.messages = messages;
    this.starts = [...fileStarts];
    this.hasGivenIds = hasGivenIds;
    this.conversation = conversationHash(base.conversationId);
  }

  addMessage({ kind, before, text }: Pick<LogRecord, 'kind' | 'before' | 'text'>, id: string): void {
    if (kind === 'message' && isFileStart(before)) this.starts.push(this.messages);
    this.hasGivenIds ||= id !== defaultId(this.messages);
    this.add({ kind, id, before, text });
    this.messages += 1;
  }

  add(logged: LogRecord): void {
    const { conversation, base } = this;
    const record = base.state.records + this.rows.length;
    const key = recordKey(conversation, record);
    const position = logPosition(conversation, this.messages);
    this.rows.push({ key, conversation, life: base.life, record, index: this.messages, place: position, ...logged });
    this.hash = nextHash(this.hash, logged);
  }

  state(changedMs: number): LogState {
    const { hash, messages, hasGivenIds } = this;
    const records = this.base.state.records + this.rows.length;
    return { hash, records, messages, fileStarts: this.starts, hasGivenIds, changedMs };
  }
}

const recordDigits = 10;

/** @param conversation hash of its id */
export function recordKey(conversation: string, record: number): string {
  return `${conversation}-${String(record).padStart(recordDigits, '0')}`;
}

/** Default id of a message: `m<index>`. */
export function defaultId(index: number): string {
  return `m${index}`;
}

/** The default id of a message, or a variant of it if another message has that id. */
export function freeId(index: number, taken: Set<string>): string {
  let id = defaultId(index);
  for (let count = 2; taken.has(id); count++) id = `${defaultId(index)}-${count}`;
  taken.add(id);
  return id;
}

function otherMessage(id: string, index: number): LexichordError {
  const problem = `a different message is stored under its id ${shown(id)}; add a correction as a new message with its own id`;
  return new LexichordError(
    ErrorCode.invalidArgument,
    `Message ${shown(id)} is already stored with different content. Nothing was added. Add a correction as a new message with its own id.`,
    { details: { messageId: id.slice(0, 80), message: index + 1, problem } },
  );
}
