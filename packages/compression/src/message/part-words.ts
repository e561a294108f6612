import { indentLines } from '../render/turn-lines.js';
import { compactJson, firstText, firstValue, isRecord, type JsonRecord, parseExactly } from './json-text.js';
import { dataName, textsIn } from './value-texts.js';

/** The only field with words, by type of part. */
const textFields: Readonly<Record<string, string>> = {
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  summary_text: 'text',
  reasoning_text: 'text',
  refusal: 'refusal',
};

/** Maximum length of a part's name, in UTF-16 units. */
const maxNameLength = 60;

/** Types of the Vercel AI SDK for calls of a named tool. */
const namedTool = /^tool-(?!call$|result$|invocation$)(.+)$/su;

/**
 * The words of a message's part: texts as they are, tool calls on one line, results as text, and every text in a part
 * of another type. Empty for a part without words.
 *
 * @param isTool whether the message is from a tool, so that results need no label
 */
export function partWords(part: unknown, isTool: boolean): string {
  if (typeof part === 'string') return part;
  if (!isRecord(part)) return '';
  const type = firstText(part, 'type') ?? '';
  const textField = Object.hasOwn(textFields, type) ? textFields[type] : undefined;
  const text = textField === undefined ? undefined : part[textField];
  if (typeof text === 'string') return text;
  const words = knownWords(part, type, isTool) ?? textsIn({ ...part, type: undefined }).join('\n');
  if (words !== '' || type === 'step-start') return words;
  return `[${(type === '' ? 'part' : type).slice(0, maxNameLength)}]`;
}

/** The words of a part of a known type; `undefined` for other types. */
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
  if (isRecord(response)) return resultWords({ ...response, output: response['response'] }, isTool);
  const image = part['image_url'];
  return isRecord(image) ? textsIn(image['url']).join('\n') : undefined;
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
  return output === undefined ? line : `${line}\n${resultWords({ output, is_error: hasFailed(call) }, isTool)}`;
}

function resultWords(part: JsonRecord, isTool: boolean): string {
  const output = firstValue(part, 'content', 'output', 'result', 'outputs');
  const text = Array.isArray(output) && output.every(isPart) ? listWords(output) : resultText(output);
  const name = firstText(part, 'toolName', 'name');
  const words = name === undefined ? text : `${callLine(name, undefined).slice(0, -2)} → ${text}`;
  return isTool ? words : labelled(hasFailed(part) ? 'tool error' : 'tool result', words);
}

function listWords(parts: readonly unknown[]): string {
  return parts.map((one) => partWords(one, true)).join('\n');
}

function thinkingWords(part: JsonRecord): string {
  const said = firstText(part, 'thinking', 'text', 'reasoning');
  const parts = [part['summary'], part['content']].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const text = said ?? listWords(parts);
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

function isPart(value: unknown): boolean {
  return typeof value === 'string' || (isRecord(value) && typeof value['type'] === 'string');
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
  return `${oneLine(name)}(${argumentsLine(args)})`;
}

/** A tool call of any format on one line; `otherName` stands for a missing name. */
function callLineOf(call: JsonRecord, otherName: string): string {
  const inner = [call['function'], call['custom']].find(isRecord) ?? call;
  const name = firstText(inner, 'toolName', 'name') ?? otherName;
  const args = firstValue(inner, 'input', 'args', 'arguments', 'action');
  return callLine(name, args ?? (inner === call ? argumentsBeside(call) : undefined));
}

/** The result of a tool as text. */
function resultText(value: unknown): string {
  if (typeof value === 'string') return dataName(value) ?? value;
  if (value === undefined || value === null) return '';
  if (isPartList(value)) return textsIn(value).join('\n');
  if (isRecord(value)) {
    // The Vercel AI SDK wraps results.
    const { type, value: inner } = value;
    if (typeof type === 'string' && inner !== undefined) return resultText(inner);
  }
  return valueLine(value);
}

/** Puts a label before a text, such as `[tool result] …`, and indents further lines. */
export function labelled(label: string, text: string): string {
  return `[${label}] ${indentLines(text)}`;
}

function argumentsLine(args: unknown): string {
  if (args === undefined || args === null) return '';
  if (typeof args !== 'string') return valueLine(args);
  try {
    return valueLine(parseExactly(args));
  } catch {
    // Arguments may be plain text.
    return dataName(args) ?? oneLine(args);
  }
}

function valueLine(value: unknown): string {
  return compactJson(value, { textFor: (text) => dataName(text) ?? oneLine(text) });
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s\u0085]+/gu, (space) => (lineBreak.test(space) ? ' ' : space));
}

/** Arguments of a call that has them beside its name, such as `web_search_call`. */
function argumentsBeside(call: JsonRecord): JsonRecord | undefined {
  const entries = Object.entries(call).filter(([name]) => !callFrame.has(name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isPartList(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && typeof one['type'] === 'string')
  );
}
