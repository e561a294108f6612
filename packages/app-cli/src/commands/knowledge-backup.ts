import { IKnowledgeArchive } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { flagOption, requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireKnowledge } from '../knowledge/require-knowledge.js';
import { printJson } from '../output/print-json.js';
import { toTerminalLine } from '../output/terminal-text.js';
import { withRuntime } from '../session/with-runtime.js';
import { checkOutputFile, writeOutputFile } from '../session/write-output.js';

/** `lexichord knowledge backup`. */
export const runKnowledgeBackup: CommandRun = (invocation, io) => {
  const file = requiredArgument(invocation, 0);
  const replaces = flagOption(invocation, 'force');
  const { globals } = invocation;
  const { signal, workingDirectory } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'backup');
    const output = await checkOutputFile(file, { workingDirectory, workspaceRoot: runtime.workspaceRoot, replaces });
    await writeOutputFile(output, await runtime.resolve(IKnowledgeArchive).backUp({ signal }));
    if (globals.json) printJson({ file }, io);
    else io.stdout.write(`Backed up the knowledge graph, with its history, to ${toTerminalLine(output.name)}.\n`);
    return ExitCode.done;
  });
};
