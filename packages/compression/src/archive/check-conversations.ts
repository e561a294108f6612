import { type CallOptions, type ConversationFinding, isLexichordError } from '@lexichord/abstractions';
import { compareText } from '@lexichord/platform/internal';

import { headKind } from '../log/log-head.js';
import type { LogReader } from '../log/log-reader.js';
import { verifyLog } from '../log/verify-log.js';
import { areCounted, wholeHeads } from '../log/whole-log.js';

/** Compares the records of every conversation with its head, and finds records without one. */
export async function checkConversations(
  reader: LogReader,
  options: CallOptions,
): Promise<readonly ConversationFinding[]> {
  const heads = await reader.heads(options);
  const findings: ConversationFinding[] = [];
  for (const { conversationId, state } of heads) {
    if (state === undefined) continue;
    const problem = await findProblem(reader, conversationId, options);
    if (problem !== undefined) findings.push({ conversationId, problem });
  }
  for (const conversation of await findHeadless(reader, options)) {
    findings.push({ conversationId: nameOfHeadless(conversation), problem: 'The record of its head is missing.' });
  }
  return findings;
}

/**
 * Finds records without a head, and conversations with fewer records than their heads count: a list of all
 * conversations lacks them. Counts rows first, and reads them only if the count is wrong.
 */
export async function findUnlisted(reader: LogReader, options: CallOptions): Promise<readonly ConversationFinding[]> {
  const heads = await wholeHeads(reader, options);
  return (await areCounted(reader, heads, options)) ? [] : checkConversations(reader, options);
}

/** Name of a conversation whose head, and therefore id, is lost. */
export function nameOfHeadless(conversation: string): string {
  return `#${conversation}`;
}

async function findProblem(
  reader: LogReader,
  conversationId: string,
  options: CallOptions,
): Promise<string | undefined> {
  try {
    return (await verifyLog(reader, { conversationId, given: undefined }, options)).problem;
  } catch (error) {
    options.signal?.throwIfAborted();
    if (isLexichordError(error)) return error.message;
    throw error;
  }
}

/** Hashes of the ids of conversations that have records but no head. Removed conversations have a head. */
export async function findHeadless(reader: LogReader, options: CallOptions): Promise<readonly string[]> {
  const found = await reader.table.read(options, async (table) => {
    const [withRecords, withHead] = [new Set<string>(), new Set<string>()];
    for await (const batch of table.scan({ columns: ['conversation', 'kind'], signal: options.signal })) {
      for (const { conversation, kind } of batch) (kind === headKind ? withHead : withRecords).add(conversation);
    }
    return [...withRecords].filter((conversation) => !withHead.has(conversation)).sort(compareText);
  });
  return found ?? [];
}
