import { IKnowledgeArchive } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireKnowledge } from '../knowledge/require-knowledge.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { backupSource, writeBackupFile } from '../session/backup-file.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge backup`. */
export const runKnowledgeBackup: CommandRun = (invocation, io) =>
  withRuntime({ globals: invocation.globals, io }, ({ runtime }) => {
    requireKnowledge(runtime, 'backup');
    const contents = 'the knowledge graph, with its history,';
    return writeBackupFile(runtime.resolve(IKnowledgeArchive), { invocation, io, runtime, contents });
  });

/** `lexichord knowledge restore`. */
export const runKnowledgeRestore: CommandRun = (invocation, io) => {
  const source = backupSource(requiredArgument(invocation, 0), io);
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'restore');
    const report = await runtime.resolve(IKnowledgeArchive).restore(source, { signal });
    if (globals.json) printJson(report, io);
    else if (report.isUnchanged) io.stdout.write('The knowledge graph already matches the backup.\n');
    else io.stdout.write(`Restored ${countOf(report.facts, 'statement')}.\n`);
    return ExitCode.done;
  });
};
