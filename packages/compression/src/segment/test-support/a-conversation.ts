import type { ConversationMessage } from '@lexichord/abstractions';

/** A test's message. */
export type MessageSketch = string | Partial<ConversationMessage>;

/** Messages of two people who take turns, unless a sketch says otherwise. */
export function aConversation(sketches: readonly MessageSketch[]): readonly ConversationMessage[] {
  return sketches.map((sketch, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: 'Words.',
    ...(typeof sketch === 'string' ? { content: sketch } : sketch),
  }));
}

/** So many messages, each a little different. */
export function said(count: number, words = 'Something was said.'): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${words} ${index}.`);
}
