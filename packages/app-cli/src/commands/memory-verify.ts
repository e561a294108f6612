import { type ConversationCheck, ICompressionStore } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument, textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireMemory } from '../memory/require-memory.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory verify`: exit code 1 when the conversation has changed. */
export const runMemoryVerify: CommandRun = (invocation, io) => {
  const conversationId = requiredArgument(invocation, 0);
  const head = textOption(invocation, 'head')?.trim();
  if (head === '')
    throw usageError('--head is empty. Give the head from "lexichord memory add".', { option: '--head' });
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'verify');
    const found = await runtime.resolve(ICompressionStore).verify(conversationId, head, { signal });
    const check = await screenOutput(found, { runtime, signal });
    if (globals.json) printJson(check, io);
    else io.stdout.write(checkText(check, head !== undefined));
    return check.isIntact ? ExitCode.done : ExitCode.failed;
  });
};

function checkText(
  { conversationId, isIntact, messages, newer, head, problem }: ConversationCheck,
  hasGivenHead: boolean,
): string {
  const name = JSON.stringify(toTerminalLine(conversationId));
  if (!isIntact) return `${name} was changed or is damaged. ${toTerminalLine(problem ?? '')}\n`;
  if (!hasGivenHead) return `${name} is intact: ${countOf(messages, 'message')}; the head is ${head}.\n`;
  const more = newer === 0 ? '' : ` ${countOf(newer, 'message')} were added after it; the head is now ${head}.`;
  return `${name} is intact: ${countOf(messages - newer, 'message')} up to this head are unchanged.${more}\n`;
}
