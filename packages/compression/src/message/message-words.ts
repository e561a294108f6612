import { isRecord } from '@lexichord/platform/internal';

import { type JsonRecord, firstText } from './json-text.js';
import { callWords, isCall, isResult, labelled, partWords } from './part-words.js';
import { isToolRole } from './tool-results.js';
import { textsIn } from './value-texts.js';

/** The words of a message, or the problem with it. */
export type MessageWords = { readonly words: string; readonly problem?: undefined } | { readonly problem: string };

const contentExpected =
  'field "content": expected text, null, or a list of parts such as {"type": "text", "text": "..."}';

/** Fields with words beside or instead of `content`. */
const wordFields = [
  ...['tool_calls', 'function_call', 'toolInvocations', 'parts', 'refusal', 'audio'],
  ...['reasoning_content', 'reasoning', 'experimental_attachments'],
] as const;

/**
 * The role of an item without one: in OpenAI's Responses API, tool calls and results are separate items. `undefined`
 * for other objects.
 */
export function roleOfItem({ type }: JsonRecord): string | undefined {
  if (typeof type !== 'string') return undefined;
  if (isResult(type)) return 'tool';
  return isCall(type) || type === 'reasoning' ? 'assistant' : undefined;
}

/** The words of a message in any format of the guide, one line per part. */
export function messageWords(message: JsonRecord, role: string): MessageWords {
  const isTool = isToolRole(role);
  const { content } = message;
  if (!('role' in message) && roleOfItem(message) !== undefined) return { words: partWords(message, isTool) };
  if (content === undefined && !hasMore(message)) return { problem: contentExpected };
  if (content !== undefined && content !== null && typeof content !== 'string' && !Array.isArray(content)) {
    return { problem: contentExpected };
  }
  const parts = [...(Array.isArray(content) ? (content as unknown[]) : []), ...partsBeside(message)];
  const problem = parts.map((part, index) => partProblem(part, index)).find((one) => one !== undefined);
  if (problem !== undefined) return { problem };
  if (typeof content === 'string' && parts.length === 0 && !hasMore(message)) return { words: content };
  const texts = [
    thinkingOf(message),
    typeof content === 'string' ? content : '',
    ...parts.map((part) => partWords(part, isTool)),
    firstText(message, 'refusal') ?? '',
    isRecord(message['audio']) ? (firstText(message['audio'], 'transcript') ?? '') : '',
    ...textsIn(message['experimental_attachments']),
    ...callsOf(message, parts).map((call) => callWords(call, isTool)),
  ];
  return { words: texts.filter((text) => text !== '').join('\n') };
}

function hasMore(message: JsonRecord): boolean {
  return wordFields.some((name) => Object.hasOwn(message, name));
}

/** Parts that are not in the content. The Vercel AI SDK also writes the texts of parts into the content. */
function partsBeside({ parts, content }: JsonRecord): readonly unknown[] {
  if (!Array.isArray(parts)) return [];
  const isIncluded = (part: unknown): boolean =>
    typeof content === 'string' && isRecord(part) && part['type'] === 'text' && content.includes(String(part['text']));
  return (parts as unknown[]).filter((part) => !isIncluded(part));
}

function thinkingOf(message: JsonRecord): string {
  const text = firstText(message, 'reasoning_content', 'reasoning');
  return text === undefined ? '' : labelled('thinking', text);
}

/** Tool calls in fields of the message that are not among its parts, as in the Vercel AI SDK. */
function callsOf(message: JsonRecord, parts: readonly unknown[]): readonly unknown[] {
  const { tool_calls, function_call, toolInvocations } = message;
  const areParts = parts.some((part) => isRecord(part) && String(part['type']).startsWith('tool-'));
  return [
    ...listOf(tool_calls),
    ...(isRecord(function_call) ? [function_call] : []),
    ...(areParts ? [] : listOf(toolInvocations)),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function partProblem(part: unknown, index: number): string | undefined {
  if (typeof part === 'string') return undefined;
  if (!isRecord(part)) return contentExpected;
  return part['type'] === 'text' && part['text'] === undefined
    ? `field "content[${index}].text": expected text`
    : undefined;
}
