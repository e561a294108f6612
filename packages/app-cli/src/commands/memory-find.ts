import { type FoundConversation, IConversationRecall } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { listArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { damagedConversations, describeDamage } from '../memory/damaged-conversations.js';
import { requireMemory } from '../memory/require-memory.js';
import { formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { formatTable } from '../output/table.js';
import { layoutFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** Maximum number of conversations in a table; JSON has all. */
const maxRows = 20;

const nothingFound =
  'No stored conversation has a word of the question; common words such as "what" are not searched. "lexichord memory list" lists all conversations.\n';

/** `lexichord memory find`: exit code 1 when part of a conversation is missing; it names the conversation. */
export const runMemoryFind: CommandRun = (invocation, io) => {
  const query = listArgument(invocation, 0).join(' ');
  const { globals } = invocation;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'find');
    const { signal } = io;
    const found = await runtime.resolve(IConversationRecall).find(query, { signal });
    const conversations = await screenOutput(found, { runtime, signal });
    const damaged = await damagedConversations(runtime, io);
    const exitCode = damaged.length === 0 ? ExitCode.done : ExitCode.failed;
    if (globals.json) {
      printJson({ conversations, ...(damaged.length === 0 ? {} : { damaged }) }, io);
      return exitCode;
    }
    printWarnings(damaged.map(describeDamage), io);
    if (conversations.length > 0) io.stdout.write(`${tableOf(conversations.slice(0, maxRows), io)}\n`);
    else io.stderr.write(nothingFound);
    const others = conversations.length - maxRows;
    if (others > 0) io.stderr.write(`${formatCount(others)} less relevant ones are not shown; --json lists all.\n`);
    return exitCode;
  });
};

function tableOf(conversations: readonly FoundConversation[], io: CommandIo): string {
  const { colors, columns: width } = layoutFor(io);
  const columns = [
    { heading: 'Relevance', align: 'right' },
    { heading: 'Messages', align: 'right' },
    { heading: 'Conversation', isFlexible: true },
  ] as const;
  const rows = conversations.map(({ relevance, messages, conversationId }) => [
    relevance.toFixed(2),
    formatCount(messages),
    toTerminalLine(conversationId),
  ]);
  return formatTable(rows, { columns, width, colors });
}
