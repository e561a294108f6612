import { ICompressionStore } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { flagOption, requiredArgument, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireConversation, requireMemory } from '../memory/require-memory.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory remove`. */
export const runMemoryRemove: CommandRun = (invocation, io) => {
  const conversationId = requiredArgument(invocation, 0);
  const isSure = flagOption(invocation, 'yes');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'remove');
    const { messages } = await requireConversation(conversationId, { runtime, signal });
    const count = countOf(messages, 'message');
    const shown = await screenOutput({ conversationId, messages }, { runtime, signal });
    const name = JSON.stringify(toTerminalLine(shown.conversationId));
    if (!isSure) {
      throw usageError(`${count} of ${name} would be removed permanently. Confirm with --yes.`, { option: '--yes' });
    }
    const removed = await runtime.resolve(ICompressionStore).remove(conversationId, { signal });
    if (globals.json) printJson({ ...shown, removed }, io);
    else io.stdout.write(`Removed ${name}: ${count}.\n`);
    return ExitCode.done;
  });
};
