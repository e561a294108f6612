import {
  type ContextBudget,
  ErrorCode,
  type ILexichordRuntime,
  LexichordError,
  type TextPosition,
} from '@lexichord/abstractions';
import { findClosestName } from '@lexichord/platform/internal';

import type { CommandIo } from '../command-io.js';
import type { Invocation } from '../command-line/command-definition.js';
import { listOption, requiredArgument, textOption, tokensOption, usageError } from '../command-line/read-options.js';

/** The agent when `--agent` is not given. */
export const defaultAgentId = 'copilot';

/** The parsed command line of `assemble`. Positions are not yet checked against the document. */
export interface AssemblyOptions {
  readonly documentPath: string;
  /** The user's current folder, absolute. */
  readonly workingDirectory: string;
  readonly cursor?: CursorInput | undefined;
  readonly selection?: { readonly text: string } | { readonly range: RangeInput } | undefined;
  readonly agentId: string;
  readonly query?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly maxTokens?: number | undefined;
  readonly requiredStrategies: readonly string[];
  readonly excludedStrategies: readonly string[];
  /** File name, or `-`. */
  readonly template?: string | undefined;
}

/** @throws {LexichordError} `invalid-argument` for an invalid value */
export function readAssemblyOptions(
  invocation: Invocation,
  { workingDirectory }: Pick<CommandIo, 'workingDirectory'>,
): AssemblyOptions {
  const cursor = textOption(invocation, 'cursor');
  const conversationId = textOption(invocation, 'conversation');
  if (conversationId === '') throw usageError('--conversation is empty. Give the id of a stored conversation.');
  return {
    documentPath: requiredArgument(invocation, 0),
    workingDirectory,
    cursor: cursor === undefined ? undefined : parseCursor(cursor),
    selection: readSelection(invocation),
    agentId: textOption(invocation, 'agent') ?? defaultAgentId,
    query: textOption(invocation, 'query'),
    conversationId,
    maxTokens: tokensOption(invocation, 'budget', '--budget'),
    requiredStrategies: listOption(invocation, 'require', '--require'),
    excludedStrategies: listOption(invocation, 'exclude', '--exclude'),
    template: textOption(invocation, 'template'),
  };
}

function readSelection(invocation: Invocation): AssemblyOptions['selection'] {
  const text = textOption(invocation, 'select');
  const range = textOption(invocation, 'selectRange');
  if (text !== undefined && range !== undefined) throw usageError('Give either --select or --select-range, not both.');
  if (text === '') throw usageError('--select is empty. Give the selected text, or leave it out.');
  if (text !== undefined) return { text };
  return range === undefined ? undefined : { range: parseRange(range) };
}

/** The token budget: `--budget`, else the agent's, else the configuration's. */
export function budgetOf(options: AssemblyOptions, runtime: ILexichordRuntime): ContextBudget {
  return {
    maxTokens: options.maxTokens ?? runtime.defaultBudgetOf(options.agentId),
    requiredStrategies: options.requiredStrategies,
    excludedStrategies: options.excludedStrategies,
  };
}

/**
 * Rejects an unknown agent: the library accepts any name, but on a command line it is a typing error.
 *
 * @throws {LexichordError} `unknown-agent`
 */
export function requireListedAgent(agentId: string, { agents }: ILexichordRuntime): void {
  if (agents.findAgent(agentId) !== undefined) return;
  const agentIds = agents.listAgents().map((agent) => agent.agentId);
  const meant = findClosestName(agentId, agentIds);
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  throw new LexichordError(
    ErrorCode.unknownAgent,
    `There is no agent ${JSON.stringify(agentId)}.${hint} Available agents: ${agentIds.join(', ')}.`,
    { details: { agentId, known: agentIds } },
  );
}

/** Cursor position, as the user wrote it. */
type CursorInput = { readonly offset: number } | { readonly position: TextPosition };

/** A range as the user wrote it; the end is exclusive. */
interface RangeInput {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** Pattern of a number; no document has a larger offset, line or column. */
const number = String.raw`\d{1,12}`;
const offsetPattern = new RegExp(`^${number}$`, 'u');
const positionPattern = new RegExp(`^(?<line>${number}):(?<column>${number})$`, 'u');

/**
 * `120` is an offset in UTF-16 units from 0, `12:4` a line and column from 1.
 *
 * @throws {LexichordError} `invalid-argument`
 */
export function parseCursor(text: string): CursorInput {
  if (offsetPattern.test(text)) return { offset: Number(text) };
  const position = parsePosition(text);
  if (position !== undefined) return { position };
  throw usageError(
    `--cursor is ${JSON.stringify(text)}; it must be an offset from 0, such as 120, or a line and column from 1, such as 12:4.`,
    { option: '--cursor', value: text },
  );
}

/**
 * `10:1-14:1`: lines 10 to 13, whole.
 *
 * @throws {LexichordError} `invalid-argument`, also for a range that is empty or runs backwards
 */
export function parseRange(text: string): RangeInput {
  const [first, last, ...rest] = text.split('-');
  const start = parsePosition(first ?? '');
  const end = parsePosition(last ?? '');
  if (start === undefined || end === undefined || rest.length > 0) {
    throw rangeError(text, 'it must be two positions with line and column from 1, such as 10:1-14:1');
  }
  const isForward = start.line < end.line || (start.line === end.line && start.column < end.column);
  if (!isForward) throw rangeError(text, 'its end, which is exclusive, must come after its start');
  return { start, end };
}

function parsePosition(text: string): TextPosition | undefined {
  const groups = positionPattern.exec(text)?.groups;
  const [line, column] = [Number(groups?.['line'] ?? 0), Number(groups?.['column'] ?? 0)];
  return line >= 1 && column >= 1 ? { line, column } : undefined;
}

function rangeError(text: string, rule: string) {
  return usageError(`--select-range is ${JSON.stringify(text)}; ${rule}.`, { option: '--select-range', value: text });
}
