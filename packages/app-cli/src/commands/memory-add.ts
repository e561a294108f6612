import { ErrorCode, LexichordError } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { addConversation } from '../memory/add-conversation.js';
import { conversationOption, requireMemory } from '../memory/require-memory.js';
import { printMemoryReport } from '../output/memory-report.js';
import { printJson } from '../output/print-json.js';
import { openInput, requireReadableInput } from '../session/read-input.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory add`. */
export const runMemoryAdd: CommandRun = (invocation, io) => {
  const file = requiredArgument(invocation, 0);
  const conversationId = conversationOption(invocation);
  const { globals } = invocation;
  const { json } = globals;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'add');
    const judge = await requireReadableInput(file, io, runtime);
    const added = await addConversation(conversationId, await openInput(file, io, judge), { runtime, io, json });
    if (added.added + added.known === 0) throw emptyInputError(file);
    const report = await screenOutput(added, { runtime, signal: io.signal });
    if (json) printJson(report, io);
    else printMemoryReport(report, io);
    return ExitCode.done;
  });
};

/** @returns {LexichordError} `not-found` */
export function emptyInputError(file: string): LexichordError {
  const label = file === '-' ? 'Standard input' : JSON.stringify(file);
  return new LexichordError(
    ErrorCode.notFound,
    `${label} contains no message. Give a JSON array or JSON Lines of { role, content }.`,
    { details: { file } },
  );
}
