import type { ConversationMessage } from '@lexichord/abstractions';

import { labelled } from '../../message/part-words.js';
import { type Sentence } from '../sentence-reader.js';
import { WinkSentenceReader } from '../wink-sentence-reader.js';

/** `Ann: words`, or words alone, which the user says; ids `m0`, `m1` and so on. */
export function messagesOf(lines: readonly string[]): readonly ConversationMessage[] {
  return lines.map((line, index) => {
    const [, speaker, words = ''] = /^([A-Z][a-z]{1,11}): (.*)$/su.exec(line) ?? [];
    const role = speaker === 'Assistant' ? 'assistant' : speaker === 'Tool' ? 'tool' : 'user';
    const isNamed = speaker !== undefined && role === 'user';
    return {
      id: `m${index}`,
      role,
      ...(isNamed ? { speaker } : {}),
      content: speaker === undefined ? line : words,
    };
  });
}

/** Output of a tool, as the user passes it on. */
export function toolResult(text: string): ConversationMessage {
  return { id: 'm0', role: 'user', content: labelled('tool result', text) };
}

/** The sentences of messages, read as they are in earnest. */
export async function sentencesIn(messages: readonly ConversationMessage[]): Promise<readonly Sentence[]> {
  const reader = new WinkSentenceReader();
  const { sentences } = await reader.read(messages);
  await reader.dispose();
  return sentences;
}
