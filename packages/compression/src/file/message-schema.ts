import type { ConversationMessage } from '@lexichord/abstractions';
import { z } from 'zod';

import { parseTime, timeFromNumber } from './message-time.js';

/** Longest id, role and speaker, in UTF-16 units: they are names. */
const longestName = 500;
/** So much of a name is repeated in a placeholder. */
const longestPartName = 60;

const name = z.string().min(1).max(longestName);

const contentPart = z.looseObject({ type: z.string().min(1), text: z.string().optional() });

const content = z.union([z.string(), z.null(), z.array(contentPart)], {
  error: 'expected text, null, or a list of parts such as {"type": "text", "text": "..."}',
});

const timestamp = z.union([z.string(), z.number()], {
  error: 'expected an ISO 8601 time, or a number of milliseconds or seconds',
});

/** A message's JSON object; what else it has is kept in its text and means nothing here. */
const messageSchema = z.object({
  id: name.nullish(),
  role: name,
  speaker: z.string().max(longestName).nullish(),
  content,
  timestamp: timestamp.nullish(),
});

/** A message as its own text says it. */
export type MessageFields = Omit<ConversationMessage, 'id'> & { readonly id?: string | undefined };

/** What a text says, or what is wrong with it; the latter repeats nothing of it. */
export type MessageReading =
  { readonly message: MessageFields; readonly problem?: undefined } | { readonly problem: string };

/** Reads a message's JSON object. */
export function readMessage(text: string): MessageReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's message would repeat a part of the text.
    return { problem: 'expected a JSON object: what is there is not valid JSON' };
  }
  const { data, error } = messageSchema.safeParse(value);
  if (error !== undefined) return { problem: describeIssue(error.issues[0]) };
  const timestampMs = readTimestamp(data.timestamp);
  if (typeof timestampMs === 'string') return { problem: timestampMs };
  const [content, misfit] = readContent(data.content);
  if (misfit !== undefined) return { problem: misfit };
  const { id, role, speaker } = data;
  return { message: { id: id ?? undefined, role, speaker: speaker ?? undefined, content, timestampMs } };
}

/** Whether a message can have this id. */
export function isMessageId(id: string): boolean {
  return name.safeParse(id).success;
}

/** Whether two messages say the same, whatever their ids. */
export function saysTheSame(a: MessageFields, b: MessageFields): boolean {
  return a.role === b.role && a.speaker === b.speaker && a.timestampMs === b.timestampMs && a.content === b.content;
}

/** The text of content that may be in parts: texts a line each, everything else by its name. */
function readContent(content: z.output<typeof messageSchema>['content']): readonly [string, string?] {
  if (content === null) return [''];
  if (typeof content === 'string') return [content];
  const texts: string[] = [];
  for (const [index, { type, text }] of content.entries()) {
    if (type !== 'text') texts.push(`[${type.slice(0, longestPartName)}]`);
    else if (text === undefined) return ['', `field "content[${index}].text": expected text`];
    else texts.push(text);
  }
  return [texts.join('\n')];
}

/** Milliseconds, or what is wrong. */
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
