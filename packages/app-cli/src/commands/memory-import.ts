import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';

import {
  ErrorCode,
  ICompressionStore,
  IConversationMemory,
  LexichordError,
  type MemoryReport,
} from '@lexichord/abstractions';
import type { InputJudge } from '@lexichord/platform/internal';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun, Invocation } from '../command-line/command-definition.js';
import { requiredArgument, textOption, usageError } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { type Adding, addConversation } from '../memory/add-conversation.js';
import { conversationOption, requireMemory } from '../memory/require-memory.js';
import { printMemoryReport } from '../output/memory-report.js';
import { printJson } from '../output/print-json.js';
import { openInput, requireReadableInput } from '../session/read-input.js';
import { withRuntime } from '../session/with-runtime.js';
import { emptyInputError } from './memory-add.js';

/** `lexichord memory import`. */
export const runMemoryImport: CommandRun = (invocation, io) => {
  const file = requiredArgument(invocation, 0);
  const conversationId = conversationOf(file, invocation);
  const { globals } = invocation;
  const { json } = globals;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'import');
    const judge = await requireReadableInput(file, io, runtime);
    const made = await importConversation(conversationId, { file, judge }, { runtime, io, json });
    if (made.messages === 0) throw emptyInputError(file);
    const report = await screenOutput(made, { runtime, signal: io.signal });
    if (json) printJson(report, io);
    else printMemoryReport(report, io);
    return ExitCode.done;
  });
};

/** `chat.jsonl` is the conversation `chat`. */
function conversationOf(file: string, invocation: Invocation): string {
  if (textOption(invocation, 'conversation') !== undefined) return conversationOption(invocation);
  const name = basename(file, extname(file));
  if (file !== '-' && name !== '') return name;
  throw usageError('Standard input has no name. Give the conversation an id with --conversation <id>.', {
    option: '--conversation',
  });
}

/** Never changes a stored conversation; a file with the same bytes is reported as known, any other is an error. */
async function importConversation(
  conversationId: string,
  { file, judge }: { readonly file: string; readonly judge: InputJudge },
  adding: Adding,
): Promise<MemoryReport> {
  const { runtime, io } = adding;
  const { signal } = io;
  const store = runtime.resolve(ICompressionStore);
  const present = await store.head(conversationId, { signal });
  const input = await openInput(file, io, judge);
  if (present === undefined) return addConversation(conversationId, input, adding);
  const stored = await store.export(conversationId, { signal });
  if ((await hashOf(typeof input.chunks === 'function' ? input.chunks() : input.chunks)) !== (await hashOf(stored)))
    throw nameTakenError(conversationId);
  const segments = await runtime.resolve(IConversationMemory).segments(conversationId, { signal });
  const { head, messages } = present;
  return { conversationId, head, messages, added: 0, known: messages, segments, warnings: [] };
}

async function hashOf(pieces: AsyncIterable<Uint8Array | string>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

function nameTakenError(conversationId: string): LexichordError {
  return new LexichordError(
    ErrorCode.invalidArgument,
    `A conversation ${JSON.stringify(conversationId)} is already stored and differs from the file. Give another id with --conversation, add to the stored one with "lexichord memory add", or remove it first.`,
    { details: { conversationId } },
  );
}
