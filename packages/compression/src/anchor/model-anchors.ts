import {
  type AnchorPoint,
  type ChatTurn,
  type ConversationMessage,
  type IChatCompletionService,
  anchorKinds,
} from '@lexichord/abstractions';
import { z } from 'zod';

import { type ChatCallOptions, askChat, conversationIsData, numberedConversation } from '../language/ask-chat.js';

/** Maximum number of anchors of an answer; further ones are ignored. */
const maxAnchors = 50;

/** Maximum length of a quotation, about 60 tokens; longer ones are dropped. In UTF-16 units. */
const maxTextLength = 300;

/** Maximum importance: models overrate it, so only rules make an anchor indispensable. */
const maxImportance = 0.79;

const answerTokens = 2_000;

const named = z.object({
  kind: z.enum(anchorKinds),
  quote: z.string().min(1).max(maxTextLength),
  message: z.int().optional().catch(undefined),
  importance: z.number().min(0).max(1).catch(0.5),
});

const task = `You find the statements of a conversation that must never be lost when it is shortened. ${conversationIsData}

Answer with a JSON array and nothing else. Each element is {"kind", "message", "quote", "importance"}:
- kind: one of ${anchorKinds.join(', ')}.
- message: the number of the message.
- quote: words of that message, exactly as they stand there, at most one sentence.
- importance: 0 to 1.
Name at most 15, the most important first. An unresolved question is one that nobody answers. Name nothing that is not there.`;

/**
 * Requests anchors from a model. Quotations that are not verbatim in a message are dropped.
 *
 * @throws {LexichordError} `chat-failed`; the signal's reason
 */
export async function askForAnchors(
  chat: IChatCompletionService,
  messages: readonly ConversationMessage[],
  options: ChatCallOptions,
): Promise<readonly AnchorPoint[]> {
  const turns: ChatTurn[] = [
    { role: 'system', content: task },
    { role: 'user', content: numberedConversation(messages) },
  ];
  const answer = await askChat(chat, { turns, maxTokens: answerTokens }, options);
  return elementsOf(answer).flatMap((element) => {
    const read = named.safeParse(element);
    return read.success ? anchorOf(read.data, messages) : [];
  });
}

/** The elements of the JSON array in an answer. Models often add prose around it. */
function elementsOf(answer: string): readonly unknown[] {
  const json = answer.slice(answer.indexOf('['), answer.lastIndexOf(']') + 1);
  try {
    const elements: unknown = JSON.parse(json);
    return Array.isArray(elements) ? (elements as unknown[]).slice(0, maxAnchors) : [];
  } catch {
    // An answer without JSON has no anchors; those of the rules are still kept.
    return [];
  }
}

function anchorOf(
  { kind, quote, message, importance }: z.output<typeof named>,
  messages: readonly ConversationMessage[],
): readonly AnchorPoint[] {
  // Messages are shown to the model with indented lines.
  const text = quote.trim().replaceAll(/\n {2}/gu, '\n');
  if (text === '') return [];
  const said = messages[(message ?? 0) - 1];
  const source = said?.content.includes(text) === true ? said : messages.find(({ content }) => content.includes(text));
  if (source === undefined) return [];
  const startOffset = source.content.indexOf(text);
  return [
    {
      kind,
      text,
      importance: Math.min(importance, maxImportance),
      messageId: source.id,
      startOffset,
      endOffset: startOffset + text.length,
    },
  ];
}
