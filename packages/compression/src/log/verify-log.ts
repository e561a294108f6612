import type { CallOptions, ConversationCheck } from '@lexichord/abstractions';
import { equals } from '@lexichord/storage';

import { unknownConversation } from '../not-stored.js';
import { conversationHash } from '../segment-id.js';
import { ChainWalk } from './chain-walk.js';
import type { LogHead } from './log-head.js';
import type { LogReader } from './log-reader.js';

/** The conversation and head to verify. */
export interface VerifyRequest {
  readonly conversationId: string;
  /** A head that was reported earlier; `undefined`: only the stored head is compared. */
  readonly given: string | undefined;
}

/** Maximum number of reads when others commit meanwhile; the last one is evaluated in any case. */
const maxAttempts = 5;

const headForm = /^[0-9a-f]{64}$/u;

/**
 * Reads all records of a conversation, computes the hash chain again, compares it with the stored head, and searches
 * the chain for the given head.
 *
 * @throws {LexichordError} `not-found`
 */
export async function verifyLog(
  reader: LogReader,
  { conversationId, given }: VerifyRequest,
  options: CallOptions,
): Promise<ConversationCheck> {
  const wanted = given?.trim().toLowerCase();
  for (let attempt = 1; ; attempt++) {
    const head = await reader.head(conversationId, options);
    const isUnknown = head?.state === undefined || head.conversationId !== conversationId;
    if (isUnknown && !(await isLeft(reader, conversationId, { head, ...options })))
      throw unknownConversation(conversationId);
    const walk = new ChainWalk(conversationId, { head, wanted });
    // One more: the end of the last file follows the last message.
    const last = (head?.state?.messages ?? 0) + 1;
    for await (const rows of reader.parts(conversationId, last, options)) for (const row of rows) walk.add(row);
    const count = await countRows(reader, conversationId, options);
    const isQuiet = (await reader.head(conversationId, options))?.text === head?.text;
    if (!isQuiet && attempt < maxAttempts) continue;
    const problem = walk.finish(isQuiet ? count : undefined) ?? problemOf(wanted, walk);
    const messages = walk.messages;
    const check = { conversationId, messages, head: head?.state?.hash ?? '' };
    if (problem !== undefined) return { ...check, isIntact: false, newer: 0, problem };
    return { ...check, isIntact: true, newer: messages - (walk.messagesAtGiven ?? messages) };
  }
}

function problemOf(wanted: string | undefined, walk: ChainWalk): string | undefined {
  if (wanted === undefined) return undefined;
  return headForm.test(wanted) ? walk.missingHead() : 'The given head is invalid. A head has 64 hexadecimal digits.';
}

/** Whether rows of a conversation are stored although it has no readable head. */
async function isLeft(
  reader: LogReader,
  conversationId: string,
  { head, signal }: CallOptions & { readonly head: LogHead | undefined },
): Promise<boolean> {
  // Rows beside a readable head belong to a removed conversation, or to another one with the same hash.
  if (head?.isReadable === true) return false;
  return (await countRows(reader, conversationId, { signal })) > 0;
}

async function countRows(reader: LogReader, conversationId: string, options: CallOptions): Promise<number> {
  const where = equals('conversation', conversationHash(conversationId));
  return (await reader.table.read(options, (table) => table.count(where, options))) ?? 0;
}
