import type { AnchorPoint, ConversationMessage } from '@lexichord/abstractions';

import type { StatementLine } from './statement-line.js';

/**
 * Adds every anchor that the statements do not say word by word, as a statement of its own.
 *
 * @param lines in the order of their first messages, as the result is
 */
export function putBackAnchors(
  lines: readonly StatementLine[],
  anchors: readonly AnchorPoint[],
  messages: readonly ConversationMessage[],
): readonly StatementLine[] {
  const said = lines.map(({ words }) => words).join('\n');
  const byMessage = new Map(lines.map(({ from, words }) => [from, words]));
  const indexes = new Map(messages.map(({ id }, index) => [id, index]));
  const missing = new Map<string, StatementLine>();
  for (const { text, messageId } of anchors) {
    const index = indexes.get(messageId);
    if (index === undefined || missing.has(text)) continue;
    // Nearly always it is in its own message's statement, which is a short text.
    if (byMessage.get(index)?.includes(text) === true || said.includes(text)) continue;
    missing.set(text, { words: text, from: index, to: index });
  }
  if (missing.size === 0) return lines;
  return [...lines, ...missing.values()].toSorted((a, b) => a.from - b.from);
}
