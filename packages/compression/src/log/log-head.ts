import type { ConversationHead } from '@lexichord/abstractions';
import { z } from 'zod';

import { conversationHash } from '../segment-id.js';
import { type LogRow, rowPosition } from '../store/compression-tables.js';
import { firstHash } from './hash-chain.js';

/** Index of the head's row, in place of a record's or message's number. */
export const headIndex = -1;
export const headKind = 'head';

const stateSchema = z.strictObject({
  /** Hash after the last record. */
  hash: z.string().regex(/^[0-9a-f]{64}$/u),
  records: z.int().min(0),
  messages: z.int().min(0),
  /** Indexes of the first messages of files. */
  fileStarts: z.array(z.int()),
  /** Whether a message has another id than the one derived from its position. */
  hasGivenIds: z.boolean(),
  changedMs: z.int(),
});

/** State of a conversation, available without reading its messages. */
export type LogState = Readonly<Omit<z.output<typeof stateSchema>, 'fileStarts'>> & {
  readonly fileStarts: readonly number[];
};

/** The head row of a conversation. Every commit changes it, so that no two writers append after the same record. */
export interface LogHead {
  /** Empty if the conversation was removed. */
  readonly conversationId: string;
  /** From 1. The next conversation with this id has the next number. */
  readonly life: number;
  /** Stored text of the head, different after every commit. */
  readonly text: string;
  /** `undefined` for a removed conversation. */
  readonly state: LogState | undefined;
  /** Whether the stored text is a valid head. */
  readonly isReadable: boolean;
}

/** Stored text of a removed conversation's head. */
const removedText = 'removed';

/** Position of a record in the table's index. */
export function logPosition(conversation: string, index: number): number {
  return rowPosition(conversation, index - headIndex);
}

export function headKey(conversationId: string): string {
  return `${conversationHash(conversationId)}-${headKind}`;
}

/** The state of an empty conversation. */
export function emptyState(conversationId: string): LogState {
  const hash = firstHash(conversationId);
  return { hash, records: 0, messages: 0, fileStarts: [], hasGivenIds: false, changedMs: 0 };
}

export function toHeadRow(conversationId: string, life: number, state: LogState): LogRow {
  const conversation = conversationHash(conversationId);
  const key = headKey(conversationId);
  const positions = { record: headIndex, index: headIndex, place: logPosition(conversation, headIndex), life };
  const text = JSON.stringify(state);
  return {
    key,
    conversation,
    kind: headKind,
    ...positions,
    id: conversationId,
    before: '',
    text,
    changedMs: state.changedMs,
  };
}

/** The head row of a removed conversation. It keeps the number of its life, so that the next one gets another. */
export function toRemovedRow(conversationId: string, life: number): LogRow {
  const row = toHeadRow(conversationId, life, emptyState(conversationId));
  return { ...row, id: '', text: `${removedText} ${life}`, changedMs: undefined };
}

export function toHead(row: LogRow): LogHead {
  const { id, life, text } = row;
  const head = { conversationId: id, life, text };
  if (text.startsWith(removedText)) {
    return { ...head, state: undefined, isReadable: id === '' && text === `${removedText} ${life}` };
  }
  const state = readState(text);
  if (state === undefined) return { ...head, state: emptyState(id), isReadable: false };
  const written: Readonly<Record<string, unknown>> = { ...toHeadRow(id, life, state) };
  return { ...head, state, isReadable: Object.entries(row).every(([name, value]) => value === written[name]) };
}

/** The public form of a head. */
export function toConversationHead(conversationId: string, state: LogState): ConversationHead {
  return { conversationId, head: state.hash, messages: state.messages };
}

function readState(text: string): LogState | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
