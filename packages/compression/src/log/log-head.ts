import type { ConversationHead } from '@lexichord/abstractions';
import { z } from 'zod';

import { conversationHash } from '../segment-id.js';
import { type LogRow, rowPlace } from '../store/compression-tables.js';
import { firstHash } from './hash-chain.js';

/** Stands where the number of a record or message stands in other rows. */
export const headIndex = -1;
export const headKind = 'head';

const stateSchema = z.strictObject({
  /** After the last record. */
  hash: z.string().regex(/^[0-9a-f]{64}$/u),
  records: z.int().min(0),
  messages: z.int().min(0),
  /** Indexes of the messages that files began with. */
  fileStarts: z.array(z.int()),
  /** Whether a message has another id than the one from its place. */
  hasGivenIds: z.boolean(),
  changedMs: z.int(),
});

/** What is known of a conversation without reading it. */
export type LogState = Readonly<Omit<z.output<typeof stateSchema>, 'fileStarts'>> & {
  readonly fileStarts: readonly number[];
};

/** The row that every commit to a conversation changes, so that no two writers build on the same record. */
export interface LogHead {
  /** Empty when it was removed. */
  readonly conversationId: string;
  /** From 1. The next conversation with this id has another one. */
  readonly life: number;
  /** How it is stored; another text after every commit. */
  readonly text: string;
  /** `undefined`: there was a conversation, and it was removed. */
  readonly state: LogState | undefined;
  /** Whether what is stored can be what was written. */
  readonly isReadable: boolean;
}

/** What is written over the head of a conversation that is removed. */
const removedText = 'removed';

/** Where a record stands among those of all conversations. */
export function logPlace(conversation: string, index: number): number {
  return rowPlace(conversation, index - headIndex);
}

export function headKey(conversationId: string): string {
  return `${conversationHash(conversationId)}-${headKind}`;
}

/** The state of a conversation to which nothing was added. */
export function emptyState(conversationId: string): LogState {
  const hash = firstHash(conversationId);
  return { hash, records: 0, messages: 0, fileStarts: [], hasGivenIds: false, changedMs: 0 };
}

export function toHeadRow(conversationId: string, life: number, state: LogState): LogRow {
  const conversation = conversationHash(conversationId);
  const key = headKey(conversationId);
  const places = { record: headIndex, index: headIndex, place: logPlace(conversation, headIndex), life };
  const text = JSON.stringify(state);
  return {
    key,
    conversation,
    kind: headKind,
    ...places,
    id: conversationId,
    before: '',
    text,
    changedMs: state.changedMs,
  };
}

/** What is left of a conversation that is removed: nothing of it, but that its next life is another one. */
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

/** As others see it. */
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
