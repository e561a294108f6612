import { isRecord } from '@lexichord/platform/internal';

import { indentLines } from '../render/turn-lines.js';
import { compactJson, firstText, firstValue, type JsonRecord, parseExactly } from './json-text.js';
import type { ResultLabel } from './tool-results.js';
import { dataName, textsIn } from './value-texts.js';

/** The only field with words, by type of part. */
const textFields: Readonly<Record<string, string>> = {
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  summary_text: 'text',
  reasoning_text: 'text',
  refusal: 'refusal',
  logs: 'logs',
};

/** Types of parts in results whose contents are in one of `contentFields`. */
const contentTypes: ReadonlySet<string> = new Set([
  ...['image', 'input_image', 'image_url', 'image-data', 'image-url', 'image-file-id', 'media', 'audio', 'input_audio'],
  ...['document', 'file', 'input_file', 'file-data', 'file-url', 'file-id', 'resource', 'resource_link'],
  ...['search_result', 'web_search_result'],
]);
const contentFields = [
  ...['source', 'data', 'url', 'uri', 'image', 'image_url', 'audio', 'input_audio', 'resource'],
  ...['file', 'file_id', 'fileId', 'file_data', 'file_url'],
] as const;

/** Types in which the Vercel AI SDK wraps the output of a tool, and the fields beside them. */
const wrapperTypes: ReadonlySet<string> = new Set(['text', 'json', 'content', 'error-text', 'error-json']);
const wrapperFields: ReadonlySet<string> = new Set(['type', 'value', 'providerOptions']);

/** Maximum length of a part's name, in UTF-16 units. */
const maxNameLength = 60;

/** Types of the Vercel AI SDK for calls of a named tool. */
const namedTool = /^tool-(?!call$|result$|invocation$)(.+)$/su;

/**
 * The words of a message's part: texts unchanged, tool calls on one line, results as text, and every text in a part of
 * another type. Empty for a part without words.
 *
 * @param isTool whether the message is from a tool, so that results need no label
 */
export function partWords(part: unknown, isTool: boolean): string {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return '';
  const type = firstText(part, 'type') ?? '';
  return ownText(part) ?? orName(knownWords(part, type, isTool) ?? textsOf(part), type);
}

/** The text of a part that consists only of text. */
function ownText(part: JsonRecord): string | undefined {
  const type = firstText(part, 'type') ?? '';
  const field = Object.hasOwn(textFields, type) ? textFields[type] : undefined;
  const text = field === undefined ? undefined : part[field];
  return typeof text === 'string' ? text : undefined;
}

/** Every text in a part, without the settings beside an image's address. */
function textsOf(part: JsonRecord): string {
  const image = part['image_url'];
  return textsIn(isRecord(image) ? image['url'] : { ...part, type: undefined }).join('\n');
}

/** The words of a part; without words, its name. */
function orName(words: string, type: string): string {
  if (words !== '' || type === 'step-start') return words;
  return `[${(type === '' ? 'part' : type).slice(0, maxNameLength)}]`;
}

/** The words of a part of a supported type; `undefined` for other types. */
function knownWords(part: JsonRecord, type: string, isTool: boolean): string | undefined {
  if (isThinking(type)) return thinkingWords(part);
  if (isResult(type)) return resultWords(part, isTool);
  const tool = namedTool.exec(type)?.[1];
  if (tool !== undefined || type === 'dynamic-tool') return callAndResult(part, { name: tool ?? type, isTool });
  if (type === 'tool-invocation' && isRecord(part['toolInvocation'])) {
    return callAndResult(part['toolInvocation'], { name: type, isTool });
  }
  if (isCall(type)) return callAndResult(part, { name: type.replace(/_(?:call|use)$/u, ''), isTool });
  const [call, response] = [part['functionCall'], part['functionResponse']];
  if (isRecord(call)) return callLineOf(call, 'function');
  return isRecord(response) ? resultWords({ ...response, output: response['response'] }, isTool) : undefined;
}

/** The words of a tool call beside the content. */
export function callWords(call: unknown, isTool: boolean): string {
  return isRecord(call) ? callAndResult(call, { name: 'function', isTool }) : '';
}

/** A tool call, with its result if the same object has it. */
function callAndResult(
  call: JsonRecord,
  { name, isTool }: { readonly name: string; readonly isTool: boolean },
): string {
  const output = firstValue(call, 'output', 'outputs', 'result', 'results', 'errorText', 'error');
  const line = callLineOf(call, name);
  if (output === undefined) return line;
  return `${line}\n${resultWords({ output, error: errorIn(call), is_error: hasFailed(call) }, isTool)}`;
}

function resultWords(part: JsonRecord, isTool: boolean): string {
  const output = firstValue(part, 'content', 'output', 'result', 'outputs');
  // A call without a result, or with a partial one, has the reason for its failure in a separate field.
  const texts = new Set([outputText(output), outputText(errorIn(part))]);
  const text = [...texts].filter((one) => one !== '').join('\n');
  const name = firstText(part, 'toolName', 'name');
  const words = name === undefined ? text : `${callLine(name, undefined).slice(0, -2)} → ${text}`;
  return isTool ? words : labelled(hasFailed(part) ? 'tool error' : 'tool result', words);
}

/** Error of a failed call, if it is more than a flag. */
function errorIn(part: JsonRecord): unknown {
  const error = firstValue(part, 'errorText', 'error');
  return typeof error === 'boolean' ? undefined : error;
}

function thinkingWords(part: JsonRecord): string {
  const thought = firstText(part, 'thinking', 'text', 'reasoning');
  const parts = [part['summary'], part['content']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const text = thought ?? parts.map((one) => innerWords(one)).join('\n');
  // Encrypted reasoning is data.
  return text === '' ? '' : labelled('thinking', text);
}

function hasFailed(part: JsonRecord): boolean {
  const { output } = part;
  const kind = isRecord(output) ? firstText(output, 'type') : undefined;
  return (
    [part['is_error'], part['isError'], part['errorText'], part['error']].some(Boolean) ||
    kind?.startsWith('error') === true
  );
}

function isThinking(type: string): boolean {
  return type === 'thinking' || type === 'reasoning' || type === 'redacted_thinking';
}

export function isResult(type: string): boolean {
  return type === 'tool-result' || type.endsWith('tool_result') || type.endsWith('_call_output');
}

export function isCall(type: string): boolean {
  return type === 'tool-call' || type.endsWith('tool_use') || type.endsWith('_call');
}

const lineBreak = /[\n\r\v\f\u0085\u2028\u2029]/u;

/** Fields of a call that are not arguments. */
const callFrame: ReadonlySet<string> = new Set([
  ...['type', 'id', 'call_id', 'status', 'name', 'output', 'outputs', 'result', 'results', 'error', 'server_label'],
]);

/** A tool call on one line: `delete_table({"table":"staging"})`. */
function callLine(name: string, args: unknown): string {
  return `${oneLine(name, ' ')}(${argumentsLine(args)})`;
}

/** A tool call of any format on one line; `otherName` replaces a missing name. */
function callLineOf(call: JsonRecord, otherName: string): string {
  const inner = [call['function'], call['custom']].find(isRecord) ?? call;
  const name = firstText(inner, 'toolName', 'name') ?? otherName;
  const args = firstValue(inner, 'input', 'args', 'arguments', 'action');
  return callLine(name, args ?? (inner === call ? argumentsBeside(call) : undefined));
}

/** The result of a tool as text: texts and parts unchanged, any other value as one line of JSON. */
function outputText(output: unknown): string {
  if (!isRecord(output) || !isWrapper(output)) return resultText(output);
  const { type, value } = output;
  return Array.isArray(value) && type !== 'content' ? valueLine(value) : resultText(value);
}

function isWrapper(output: JsonRecord): boolean {
  if (!Object.hasOwn(output, 'value')) return false;
  return (
    wrapperTypes.has(firstText(output, 'type') ?? '') && Object.keys(output).every((key) => wrapperFields.has(key))
  );
}

function resultText(value: unknown): string {
  if (typeof value === 'string') return dataName(value) ?? value;
  if (value === undefined || value === null) return '';
  if (!Array.isArray(value)) return valueLine(value);
  const isOfParts = value.length === 0 || value.some((one) => isInnerPart(one));
  if (!isOfParts) return valueLine(value);
  return value.map((one) => (isInnerPart(one) ? innerWords(one) : valueLine(one))).join('\n');
}

/** Whether a value in a result is a part whose texts are its whole content. */
function isInnerPart(value: unknown): boolean {
  if (!isRecord(value)) return typeof value === 'string';
  if (Object.values(value).some((field) => typeof field === 'number' || typeof field === 'boolean')) return false;
  if (ownText(value) !== undefined) return true;
  return contentTypes.has(firstText(value, 'type') ?? '') && contentFields.some((name) => Object.hasOwn(value, name));
}

/** The words of a part that is in another one. */
function innerWords(part: unknown): string {
  if (!isRecord(part)) return typeof part === 'string' ? part : '';
  return ownText(part) ?? orName(textsOf(part), firstText(part, 'type') ?? '');
}

/** Puts a label before a text, such as `[tool result] …`, and indents further lines. */
export function labelled(label: ResultLabel | 'thinking', text: string): string {
  return `[${label}] ${indentLines(text)}`;
}

function argumentsLine(args: unknown): string {
  if (args === undefined || args === null) return '';
  if (typeof args !== 'string') return valueLine(args);
  try {
    return valueLine(parseExactly(args));
  } catch {
    // Arguments may be plain text.
    return dataName(args) ?? oneLine(args, String.raw` \n `);
  }
}

/**
 * A value as one line of JSON. Line breaks in texts stay visible, as ` \n `, because they separate the lines of files,
 * and are needed to recognise secrets.
 */
function valueLine(value: unknown): string {
  return compactJson(value, { textFor: (text) => dataName(text) ?? oneLine(text, ' \n ') });
}

/** @param mark replacement for each run of white space with a line break */
function oneLine(text: string, mark: string): string {
  return text.replaceAll(/[\s\u0085]+/gu, (space) => (lineBreak.test(space) ? mark : space));
}

/** Arguments that a call has beside its name, such as those of `web_search_call`. */
function argumentsBeside(call: JsonRecord): JsonRecord | undefined {
  const entries = Object.entries(call).filter(([name]) => !callFrame.has(name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
