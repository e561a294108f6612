import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type ExpansionDecision, IExpansionTriggerDetector, type ILexichordRuntime } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument, textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { levelName } from '../memory/level-option.js';
import { conversationOption, requireConversation, requireMemory } from '../memory/require-memory.js';
import { readShownContext } from '../memory/shown-context.js';
import { printJson } from '../output/print-json.js';
import { readInput, requireReadableInput } from '../session/read-input.js';
import { withRuntime } from '../session/with-runtime.js';

/** Limit for a context: a model's window, with metadata as JSON. */
const limitMb = 50;

/** Longest path, in UTF-16 units; answers are usually longer. */
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
