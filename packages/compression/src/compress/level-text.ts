import type { ConversationMessage } from '@lexichord/abstractions';

import { renderMessages } from '../render/render-messages.js';

/** Part of a level's text that stands for messages. */
export interface Statement {
  /** In the text, in UTF-16 units. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Indexes in the segment, in their order. */
  readonly messages: readonly number[];
}

/** The text of a segment at one level. Each message belongs to at least one statement. */
export interface LevelText {
  readonly text: string;
  /** In the order of the text. */
  readonly statements: readonly Statement[];
  readonly tokenCount: number;
}

/** The text at Full: each message word by word, as one statement. */
export function fullText(messages: readonly ConversationMessage[], countTokens: (text: string) => number): LevelText {
  const { text, turns } = renderMessages(messages);
  const statements = turns.map(({ start, end }, index): Statement => ({ start, end, messages: [index] }));
  return { text, statements, tokenCount: countTokens(text) };
}
