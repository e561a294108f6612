import { IConversationArchive } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { flagOption, requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireMemory } from '../memory/require-memory.js';
import { printJson } from '../output/print-json.js';
import { toTerminalLine } from '../output/terminal-text.js';
import { withRuntime } from '../session/with-runtime.js';
import { checkOutputFile, writeOutputFile } from '../session/write-output.js';

/** `lexichord memory backup`. */
export const runMemoryBackup: CommandRun = (invocation, io) => {
  const file = requiredArgument(invocation, 0);
  const replaces = flagOption(invocation, 'force');
  const { globals } = invocation;
  const { signal, workingDirectory } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'backup');
    const output = await checkOutputFile(file, { workingDirectory, workspaceRoot: runtime.workspaceRoot, replaces });
    await writeOutputFile(output, await runtime.resolve(IConversationArchive).backUp({ signal }));
    if (globals.json) printJson({ file }, io);
    else io.stdout.write(`Backed up all conversations to ${toTerminalLine(output.name)}.\n`);
    return ExitCode.done;
  });
};
