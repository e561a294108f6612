import { type ConversationFinding, IConversationArchive, type ILexichordRuntime } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandIo } from '../command-io.js';

/** Conversations of which a part is missing, so that they are not listed; secrets in them are replaced. */
export async function damagedConversations(
  runtime: ILexichordRuntime,
  { signal }: Pick<CommandIo, 'signal'>,
): Promise<readonly ConversationFinding[]> {
  const findings = await runtime.resolve(IConversationArchive).unlisted({ signal });
  return screenOutput(findings, { runtime, signal });
}

export function describeDamage({ conversationId, problem }: ConversationFinding): string {
  return `The conversation ${JSON.stringify(conversationId)} is damaged. ${problem} Run "lexichord doctor --repair" to recover its intact parts.`;
}
