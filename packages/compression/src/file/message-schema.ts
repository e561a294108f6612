import type { ConversationMessage } from '@lexichord/abstractions';
import { z } from 'zod';

import { parseExactly } from '../message/json-text.js';
import { messageWords, roleOfItem } from '../message/message-words.js';

/** Maximum length of an id, a role and a speaker, in UTF-16 units: they are names. */
const maxNameLength = 500;
const name = z.string().min(1).max(maxNameLength);

const timestamp = z.union([z.string(), z.number()], {
  error: 'expected an ISO 8601 time, or a number of milliseconds or seconds',
});

/** Id, role, speaker and time of a message; `messageWords` reads its content. */
const messageSchema = z.looseObject({
  id: name.nullish(),
  role: name.optional(),
  speaker: z.string().max(maxNameLength).nullish(),
  timestamp: timestamp.nullish(),
});

/** The fields of a message. */
export type MessageFields = Omit<ConversationMessage, 'id' | 'original'> & { readonly id?: string | undefined };

/** The message of a text, or the problem with the text; the problem contains nothing of it. */
export type MessageReading =
  { readonly message: MessageFields; readonly problem?: undefined } | { readonly problem: string };

/** Reads a message's JSON object. */
export function readMessage(text: string): MessageReading {
  let value: unknown;
  try {
    value = parseExactly(text);
  } catch {
    // The engine's message would contain a part of the text.
    return { problem: 'expected a JSON object, found text that is not valid JSON' };
  }
  const { data, error } = messageSchema.safeParse(value);
  if (error !== undefined) return { problem: describeIssue(error.issues[0]) };
  const timestampMs = readTimestamp(data.timestamp);
  if (typeof timestampMs === 'string') return { problem: timestampMs };
  const role = data.role ?? roleOfItem(data);
  if (role === undefined) return { problem: 'field "role": expected text' };
  const words = messageWords(data, role);
  if (words.problem !== undefined) return { problem: words.problem };
  return { message: { id: data.id ?? undefined, role, speaker: speakerIn(data), content: words.words, timestampMs } };
}

/** The speaker of a message. OpenAI's field `name` holds the name of the person, or of the function. */
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
  // Only the schema's own words: the error must not contain a value, or a key that the file made up.
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
      return 'expected a non-empty text';
    case 'too_big':
      return `expected at most ${String(issue.maximum)} characters`;
    default:
      return issue.message;
  }
}

/** Latest time that a `Date` can hold, in milliseconds. */
const maxTimeMs = 8.64e15;
/** Numbers below this are seconds: as milliseconds they would be before March 1973. */
const secondsBelow = 1e11;

const isoTime =
  /^(?<year>[0-9]{4}|[+-][0-9]{6})-(?<month>[0-9]{2})-(?<day>[0-9]{2})(?:[Tt ](?<hour>[0-9]{2}):(?<minute>[0-9]{2})(?::(?<second>[0-9]{2})(?:[.,](?<fraction>[0-9]{1,20}))?)?(?: ?(?<zone>[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?))?)?$/u;

/** Whether a number can be the time of a message: whole milliseconds that a `Date` can hold. */
export function isTimeMs(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= maxTimeMs;
}

/** Milliseconds since the Unix epoch, from milliseconds or seconds; `undefined` if it is not a time. */
export function timeFromNumber(value: number): number | undefined {
  const time = Math.round(Math.abs(value) < secondsBelow ? value * 1_000 : value) + 0;
  return isTimeMs(time) ? time : undefined;
}

/**
 * Milliseconds since the Unix epoch of an ISO 8601 time; `undefined` for any other text. A time without a zone is UTC,
 * so that a file means the same on every machine.
 */
export function parseTime(text: string): number | undefined {
  const { year, month, day, hour, minute, second, fraction, zone } = isoTime.exec(text)?.groups ?? {};
  if (year === undefined || year === '-000000') return undefined;
  const [y, mo, d] = [Number(year), Number(month), Number(day)];
  const [h, mi, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const date = new Date(0);
  // `Date.UTC` maps years below 100 to the twentieth century.
  date.setUTCFullYear(y, mo - 1, d);
  if (date.getUTCMonth() !== mo - 1 || date.getUTCDate() !== d) return undefined;
  // 24:00 ends a day, and a leap second ends a minute.
  const isEndOfDay = h === 24 && mi === 0 && s === 0;
  if ((h > 23 && !isEndOfDay) || mi > 59 || s > 60) return undefined;
  const offset = zoneMinutes(zone);
  if (offset === undefined) return undefined;
  const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const time = date.getTime() + ((h * 60 + mi - offset) * 60 + s) * 1_000 + ms;
  return isTimeMs(time) ? time : undefined;
}

/** Offset of a time zone east of Greenwich, in minutes; `undefined` if it is invalid. */
function zoneMinutes(zone = 'Z'): number | undefined {
  if (zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2) || 0)];
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
