import { indentLines } from '../render/turn-lines.js';
import { dataName } from './binary-data.js';
import { type JsonRecord, compactJson, firstText, firstValue, isRecord, parseExactly } from './json-text.js';
import { textsIn } from './value-texts.js';

const lineBreaks = /\s*[\n\r\v\f\u0085\u2028\u2029]\s*/gu;

/** Fields of a call that are not arguments. */
const callFrame: ReadonlySet<string> = new Set([
  ...['type', 'id', 'call_id', 'status', 'name', 'output', 'outputs', 'result', 'results', 'error', 'server_label'],
]);

/** A tool call on one line: `delete_table({"table":"staging"})`. */
export function callLine(name: string, args: unknown): string {
  return `${oneLine(name)}(${argumentsLine(args)})`;
}

/** A tool call of any format on one line; `otherName` stands for a missing name. */
export function callLineOf(call: JsonRecord, otherName: string): string {
  const inner = [call['function'], call['custom']].find(isRecord) ?? call;
  const name = firstText(inner, 'toolName', 'name') ?? otherName;
  const args = firstValue(inner, 'input', 'args', 'arguments', 'action');
  return callLine(name, args ?? (inner === call ? argumentsBeside(call) : undefined));
}

/** The result of a tool as text. */
export function resultText(value: unknown): string {
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
  return text.replaceAll(lineBreaks, ' ');
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
