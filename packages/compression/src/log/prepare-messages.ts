import { ErrorCode, LexichordError, type NewMessage } from '@lexichord/abstractions';

import { type MessageFields, isMessageId, readMessage } from '../file/message-schema.js';
import { hasSameFields } from '../message/same-message.js';
import type { LogRecord } from './hash-chain.js';
import { isBeforeMessage } from './source-text.js';

/** A validated message in its stored form. */
export interface PreparedMessage extends Omit<LogRecord, 'id'> {
  /** Absent: the message gets an id from its index. */
  readonly id: string | undefined;
  readonly fields: MessageFields;
}

/**
 * Validates messages and creates their stored texts.
 *
 * @throws {LexichordError} `invalid-argument` with the message's number and the problem
 */
export function prepareMessages(messages: readonly NewMessage[]): readonly PreparedMessage[] {
  const ids = new Set<string>();
  return messages.map((message, index) => {
    if (message.id !== undefined && !isMessageId(message.id)) throw badMessage(index, 'its id is empty, or too long');
    const prepared = message.source === undefined ? preparePlain(message) : prepareSourced(message);
    if (typeof prepared === 'string') throw badMessage(index, prepared);
    const { id } = prepared;
    if (id !== undefined && ids.has(id)) throw badMessage(index, `an earlier one has the same id ${shown(id)}`);
    if (id !== undefined) ids.add(id);
    return prepared;
  });
}

/** Shortens an id for an error message. */
export function shown(id: string): string {
  return JSON.stringify(id.slice(0, 80));
}

function preparePlain({ id, role, speaker, content, timestampMs }: NewMessage): PreparedMessage | string {
  const timestamp = timestampMs === undefined ? undefined : timeText(timestampMs);
  if (timestamp === null) return 'its time is not a whole number of milliseconds in the range of a date';
  const text = JSON.stringify({ id, role, speaker, content, timestamp });
  const reading = readMessage(text);
  if (reading.problem !== undefined) return reading.problem;
  return { kind: 'plain', id, before: '', text, fields: reading.message };
}

function prepareSourced({ source, ...message }: NewMessage): PreparedMessage | string {
  const { before, text } = source ?? { before: '', text: '' };
  if (!isBeforeMessage(before))
    return 'there is other text than brackets, commas and whitespace before its source text';
  if (!/^\{[^]*\}$/u.test(text)) return 'its source text is not a JSON object';
  const reading = readMessage(text);
  if (reading.problem !== undefined) return `its source text cannot be read: ${reading.problem}`;
  const fields = reading.message;
  if (!hasSameFields(fields, message)) return 'its source text has other content';
  if (fields.id !== undefined && message.id !== undefined && fields.id !== message.id) {
    return 'its source text has another id';
  }
  return { kind: 'message', id: fields.id ?? message.id, before, text, fields };
}

/** The time as text; `null` if it is invalid. */
function timeText(timestampMs: number): string | null {
  const date = new Date(timestampMs);
  return Number.isInteger(timestampMs) && !Number.isNaN(date.getTime()) ? date.toISOString() : null;
}

function badMessage(index: number, problem: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `Message ${index + 1} cannot be added: ${problem}. Nothing was added.`,
    { details: { message: index + 1, problem } },
  );
}
