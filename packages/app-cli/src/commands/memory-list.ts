import { ICompressionStore } from '@lexichord/abstractions';
import { toTerminalLine } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { ExitCode } from '../exit-code.js';
import { damagedConversations, describeDamage } from '../memory/damaged-conversations.js';
import { requireMemory } from '../memory/require-memory.js';
import { formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { printWarnings } from '../output/print-warnings.js';
import { formatTable } from '../output/table.js';
import { layoutFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory list`: exit code 1 when part of a conversation is missing; it names the conversation. */
export const runMemoryList: CommandRun = ({ globals }, io) =>
  withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'list');
    const { signal } = io;
    const heads = await runtime.resolve(ICompressionStore).conversations({ signal });
    const damaged = await damagedConversations(runtime, io);
    const stored = await screenOutput(heads, { runtime, signal });
    const exitCode = damaged.length === 0 ? ExitCode.done : ExitCode.failed;
    const conversations = stored.map(({ conversationId, messages, head }) => ({ conversationId, messages, head }));
    if (globals.json) {
      printJson({ conversations, ...(damaged.length === 0 ? {} : { damaged }) }, io);
      return exitCode;
    }
    printWarnings(damaged.map(describeDamage), io);
    if (conversations.length === 0 && damaged.length === 0) {
      io.stdout.write('No conversation is stored. Store one with "lexichord memory add <file> --conversation <id>".\n');
      return ExitCode.done;
    }
    const { colors, columns: width } = layoutFor(io);
    const columns = [
      { heading: 'Messages', align: 'right' },
      { heading: 'Head' },
      { heading: 'Conversation', isFlexible: true },
    ] as const;
    const rows = conversations.map(({ conversationId, messages, head }) => [
      formatCount(messages),
      head.slice(0, 12),
      toTerminalLine(conversationId),
    ]);
    if (rows.length > 0) io.stdout.write(`${formatTable(rows, { columns, width, colors })}\n`);
    return exitCode;
  });
