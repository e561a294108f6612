import { IConversationArchive } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { requireMemory } from '../memory/require-memory.js';
import { writeBackupFile } from '../session/backup-file.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory backup`. */
export const runMemoryBackup: CommandRun = (invocation, io) =>
  withRuntime({ globals: invocation.globals, io }, ({ runtime }) => {
    requireMemory(runtime, 'backup');
    const contents = 'all conversations';
    return writeBackupFile(runtime.resolve(IConversationArchive), { invocation, io, runtime, contents });
  });
