import { IConversationArchive } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireMemory } from '../memory/require-memory.js';
import { countOf } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { backupSource, writeBackupFile } from '../session/backup-file.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory backup`. */
export const runMemoryBackup: CommandRun = (invocation, io) =>
  withRuntime({ globals: invocation.globals, io }, ({ runtime }) => {
    requireMemory(runtime, 'backup');
    const contents = 'all conversations';
    return writeBackupFile(runtime.resolve(IConversationArchive), { invocation, io, runtime, contents });
  });

/** `lexichord memory restore`. */
export const runMemoryRestore: CommandRun = (invocation, io) => {
  const source = backupSource(requiredArgument(invocation, 0), io);
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'restore');
    const done = await runtime.resolve(IConversationArchive).restore(source, { signal });
    const report = await screenOutput(done, { runtime, signal });
    const { restored, unchanged } = report;
    if (globals.json) printJson(report, io);
    else {
      const before = unchanged.length === 0 ? '' : `; ${unchanged.length} already existed`;
      io.stdout.write(`Restored ${countOf(restored.length, 'conversation')}${before}.\n`);
    }
    return ExitCode.done;
  });
};
