import {
  type CallOptions,
  type ConversationHead,
  ICompressionStore,
  type ILexichordRuntime,
} from '@lexichord/abstractions';
import { unknownConversation } from '@lexichord/runtime/internal';

import type { Invocation } from '../command-line/command-definition.js';
import { textOption, usageError } from '../command-line/read-options.js';

/**
 * The tier of every `memory` command. Several levels in one call are checked by the expander.
 *
 * @throws {LicenseRequiredError}
 */
export function requireMemory({ license }: ILexichordRuntime, command: string): void {
  license.require('WriterPro', `"lexichord memory ${command}"`);
}

/** The value of `--conversation`. @throws {LexichordError} `invalid-argument` when it is missing or empty */
export function conversationOption(invocation: Invocation): string {
  const conversationId = textOption(invocation, 'conversation') ?? '';
  if (conversationId.trim() !== '') return conversationId;
  throw usageError('--conversation is missing. Give the id of the conversation with --conversation <id>.', {
    option: '--conversation',
  });
}

/** The head of an existing conversation. @throws {LexichordError} `not-found` */
export async function requireConversation(
  conversationId: string,
  { runtime, signal }: CallOptions & { readonly runtime: ILexichordRuntime },
): Promise<ConversationHead> {
  const head = await runtime.resolve(ICompressionStore).head(conversationId, { signal });
  if (head !== undefined) return head;
  throw unknownConversation(conversationId);
}
