import type { ConversationMessage } from '@lexichord/abstractions';
import { z } from 'zod';

import { messageWords, roleOfItem } from '../message/message-words.js';
import { parseExactly } from '../message/json-text.js';
import { parseTime, timeFromNumber } from './message-time.js';

/** Longest id, role and speaker, in UTF-16 units: they are names. */
const maxNameLength = 500;
const name = z.string().min(1).max(maxNameLength);

const timestamp = z.union([z.string(), z.number()], {
  error: 'expected an ISO 8601 time, or a number of milliseconds or seconds',
});

/** Who says a message, when, and what it is called; its words are read by `messageWords`. */
const messageSchema = z.looseObject({
  id: name.nullish(),
  role: name.optional(),
  speaker: z.string().max(maxNameLength).nullish(),
  timestamp: timestamp.nullish(),
});

/** A message as its own text says it. */
export type MessageFields = Omit<ConversationMessage, 'id' | 'original'> & { readonly id?: string | undefined };

/** What a text says, or what is wrong with it; the latter repeats nothing of it. */
export type MessageReading =
  { readonly message: MessageFields; readonly problem?: undefined } | { readonly problem: string };

/** Reads a message's JSON object. */
export function readMessage(text: string): MessageReading {
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    // The engine's message would repeat a part of the text.
    return { problem: 'expected a JSON object: what is there is not valid JSON' };
  }
  const { data, error } = messageSchema.safeParse(value);
  if (error !== undefined) return { problem: describeIssue(error.issues[0]) };
  const timestampMs = readTimestamp(data.timestamp);
  if (typeof timestampMs === 'string') return { problem: timestampMs };
  const role = data.role ?? roleOfItem(data);
  if (role === undefined) return { problem: 'field "role": expected text' };
  const said = messageWords(data, role);
  if (said.problem !== undefined) return { problem: said.problem };
  return { message: { id: data.id ?? undefined, role, speaker: speakerIn(data), content: said.words, timestampMs } };
}

/** OpenAI's field `name` says which person, or which function, speaks. */
function speakerIn({ speaker, name: named }: z.output<typeof messageSchema>): string | undefined {
  return speaker ?? (typeof named === 'string' ? named.slice(0, maxNameLength) : undefined);
}

/** Whether a message can have this id. */
export function isMessageId(id: string): boolean {
  return name.safeParse(id).success;
}

function readTimestamp(timestamp: string | number | null | undefined): number | string | undefined {
  if (timestamp === undefined || timestamp === null) return undefined;
  const time = typeof timestamp === 'number' ? timeFromNumber(timestamp) : parseTime(timestamp);
  if (time !== undefined) return time;
  return typeof timestamp === 'number'
    ? 'field "timestamp": expected milliseconds or seconds since 1970, within 270,000 years'
    : 'field "timestamp": expected an ISO 8601 time such as 2026-02-03T10:00:00Z';
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'expected a message';
  const path = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : String(part))).join('.');
  // Only the schema's own words: a value, or a key that the file made up, must not be repeated.
  const expected = expectation(issue);
  return path === '' ? expected : `field "${path.replaceAll('.[', '[')}": ${expected}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'object'
        ? 'expected an object with "role" and "content"'
        : `expected ${issue.expected === 'string' ? 'text' : issue.expected}`;
    case 'too_small':
      return 'expected text that is not empty';
    case 'too_big':
      return `expected at most ${String(issue.maximum)} characters`;
    default:
      return issue.message;
  }
}
