import { IConversationRecall, type RecalledContext } from '@lexichord/abstractions';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument, tokensOrNoneOption, listArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { levelName } from '../memory/level-option.js';
import { requireMemory } from '../memory/require-memory.js';
import { printJson } from '../output/print-json.js';
import { printRecallSummary } from '../output/recall-summary.js';
import { screenOutput } from '../output/screen-output.js';
import { toTerminalText } from '../output/terminal-text.js';
import { withRuntime } from '../session/with-runtime.js';

/** What the conversation has in an assembly of the default budget. */
const defaultBudget = 2_000;

/** `lexichord memory recall`. */
export const runMemoryRecall: CommandRun = (invocation, io) => {
  const conversationId = requiredArgument(invocation, 0);
  const query = listArgument(invocation, 1).join(' ');
  const budget = tokensOrNoneOption(invocation, 'budget', '--budget') ?? defaultBudget;
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'recall');
    const found = await runtime.resolve(IConversationRecall).allocate(conversationId, query, budget, { signal });
    const recalled = await screenOutput(found, { runtime, signal });
    if (globals.json) printJson(toJson(recalled), io);
    else printRecalled(recalled, io);
    return ExitCode.done;
  });
};

/** The text for the model alone on standard output; a pipe gets exactly the text that was counted. */
function printRecalled(recalled: RecalledContext, io: CommandIo): void {
  const { content } = recalled;
  if (io.stdout.isTTY !== true) io.stdout.write(content);
  else if (content !== '') io.stdout.write(`${toTerminalText(content)}\n\n`);
  printRecallSummary(recalled, io);
}

function toJson({ segments, ...recalled }: RecalledContext): object {
  return { ...recalled, segments: segments.map((segment) => ({ ...segment, level: levelName(segment.level) })) };
}
