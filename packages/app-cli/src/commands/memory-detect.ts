import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import {
  type AssembledContext,
  type ContextFragment,
  emptyAssembledContext,
  type ExpansionDecision,
  type FragmentMetadata,
  IExpansionTriggerDetector,
  type ILexichordRuntime,
  type JsonValue,
} from '@lexichord/abstractions';
import { isRecord } from '@lexichord/platform/internal';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument, textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { findLevel, levelName } from '../memory/level-option.js';
import { conversationOption, requireConversation, requireMemory } from '../memory/require-memory.js';
import { printJson } from '../output/print-json.js';
import { readInput, requireReadableInput } from '../session/read-input.js';
import { withRuntime } from '../session/with-runtime.js';

/** Limit for a context: a model's window, with metadata as JSON. */
const limitMb = 50;

/** Maximum length of a path, in UTF-16 units; answers are usually longer. */
const maxFileNameLength = 4_096;

/** `lexichord memory detect`. */
export const runMemoryDetect: CommandRun = (invocation, io) => {
  const response = requiredArgument(invocation, 0);
  const conversationId = conversationOption(invocation);
  const context = textOption(invocation, 'context');
  if (response === '-' && context === '-') {
    throw usageError('The answer and --context cannot both be standard input. Put one of them into a file.');
  }
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'detect');
    await requireConversation(conversationId, { runtime, signal });
    const answer = (await isFile(response, io)) ? await readText(response, { runtime, io }) : response;
    const shown = context === undefined ? '' : await readText(context, { runtime, io });
    const decision = await runtime
      .resolve(IExpansionTriggerDetector)
      .shouldExpand(answer, readShownContext(shown, conversationId), { conversationId, signal });
    if (globals.json) printJson({ ...decision, targetLevel: levelName(decision.targetLevel) }, io);
    else io.stdout.write(decisionText(decision));
    return ExitCode.done;
  });
};

/** Whether the argument names an existing file rather than being the answer itself. */
async function isFile(response: string, { workingDirectory }: CommandIo): Promise<boolean> {
  if (response === '-') return true;
  if (response.length > maxFileNameLength || /[\n\u0000]/u.test(response)) return false;
  const found = await stat(resolve(workingDirectory, response)).catch(() => undefined);
  return found !== undefined && !found.isDirectory();
}

async function readText(
  name: string,
  { runtime, io }: { readonly runtime: ILexichordRuntime; readonly io: CommandIo },
): Promise<string> {
  const judge = await requireReadableInput(name, io, runtime);
  return readInput(name, io, { limitMb, judge });
}

function decisionText({ shouldExpand, segmentIds, targetLevel, reason }: ExpansionDecision): string {
  const reasonText = toTerminalLine(reason);
  if (!shouldExpand) return `Nothing to expand. ${reasonText}\n`;
  return `Expand to ${levelName(targetLevel)}: ${segmentIds.join(', ')}\n${reasonText}\n`;
}

/** Id of the strategy that gives conversations. */
const conversationSource = 'conversation';

/**
 * Reads the context an agent was shown: the JSON of `assemble` or `memory recall`, or any other text.
 *
 * @param text '' for nothing
 */
export function readShownContext(text: string, conversationId: string): AssembledContext {
  const fragments = fragmentsOf(text, conversationId);
  return { ...emptyAssembledContext('copilot'), fragments };
}

function fragmentsOf(text: string, conversationId: string): readonly ContextFragment[] {
  if (text.trim() === '') return [];
  const value = parsed(text);
  if (!isRecord(value)) return [aFragment(text)];
  if (Array.isArray(value['fragments'])) return value['fragments'].flatMap((one: JsonValue) => fragmentOf(one));
  const { content, segments } = value;
  if (typeof content !== 'string' || !Array.isArray(segments)) return [aFragment(text)];
  const named = typeof value['conversationId'] === 'string' ? value['conversationId'] : conversationId;
  return [aFragment(content, withLevels({ conversationId: named, segments }))];
}

function fragmentOf(value: JsonValue): readonly ContextFragment[] {
  if (!isRecord(value) || typeof value['content'] !== 'string') return [];
  const { content, sourceId, metadata } = value;
  const fragment = aFragment(content, isRecord(metadata) ? withLevels(metadata) : undefined);
  return [typeof sourceId === 'string' ? { ...fragment, sourceId } : fragment];
}

function aFragment(content: string, metadata?: FragmentMetadata): ContextFragment {
  return { sourceId: conversationSource, label: 'Conversation', content, tokenEstimate: 0, relevance: 1, metadata };
}

/** Commands print levels by their names, fragments have their numbers. */
function withLevels(metadata: Readonly<Record<string, JsonValue>>): FragmentMetadata {
  const { segments } = metadata;
  if (!Array.isArray(segments)) return metadata;
  const numbered = segments.map((segment: JsonValue): JsonValue => {
    if (!isRecord(segment) || typeof segment['level'] !== 'string') return segment;
    return { ...segment, level: findLevel(segment['level']) ?? segment['level'] };
  });
  return { ...metadata, segments: numbered };
}

/** `undefined` for a text that is no JSON. */
function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
