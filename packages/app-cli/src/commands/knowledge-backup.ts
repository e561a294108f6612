import { IKnowledgeArchive } from '@lexichord/abstractions';

import type { CommandRun } from '../command-line/command-definition.js';
import { requireKnowledge } from '../knowledge/require-knowledge.js';
import { writeBackupFile } from '../session/backup-file.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge backup`. */
export const runKnowledgeBackup: CommandRun = (invocation, io) =>
  withRuntime({ globals: invocation.globals, io }, ({ runtime }) => {
    requireKnowledge(runtime, 'backup');
    const contents = 'the knowledge graph, with its history,';
    return writeBackupFile(runtime.resolve(IKnowledgeArchive), { invocation, io, runtime, contents });
  });
