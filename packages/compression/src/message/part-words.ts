import { type JsonRecord, firstText, firstValue, isRecord } from './json-text.js';
import { callLine, callLineOf, labelled, resultText } from './tool-words.js';
import { textsIn } from './value-texts.js';

/** Types whose field is all there is to read. */
const textFields: Readonly<Record<string, string>> = {
  text: 'text',
  input_text: 'text',
  output_text: 'text',
  summary_text: 'text',
  reasoning_text: 'text',
  refusal: 'refusal',
};

/** Names a part that has no words. */
const maxNameLength = 60;

/** Types that begin with it are calls of the tool that they name, in the Vercel AI SDK. */
const namedTool = /^tool-(?!call$|result$|invocation$)(.+)$/su;

/**
 * What a part of a message says: texts as they are, calls of tools on a line, results as text, and of a part of any other
 * type every text in it. '' for a part that only marks a place.
 *
 * @param isTool whether the message is a tool's, so that results need no label
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

/** `undefined` for types that nobody has told of. */
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

/** Calls that are kept beside the content. */
export function callWords(call: unknown, isTool: boolean): string {
  return isRecord(call) ? callAndResult(call, { name: 'function', isTool }) : '';
}

/** A call, and what came of it where the same object has that. */
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
  // What a provider has sealed is data.
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
