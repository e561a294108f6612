import type { ConversationMessage, ConversationSegment } from '@lexichord/abstractions';

import { segmentIdOf } from '../../segment-id.js';

/** The first segment of a conversation, closed. */
export function aSegment(
  messages: readonly ConversationMessage[],
  given: Partial<ConversationSegment> = {},
): ConversationSegment {
  const conversationId = 'talk';
  return {
    segmentId: segmentIdOf(conversationId, 1),
    conversationId,
    number: 1,
    firstMessage: 0,
    messages,
    isOpen: false,
    ...given,
  };
}

const people = ['Ann', 'Bob'];
const things = [
  'billing database',
  'login page',
  'invoice export',
  'search index',
  'deployment script',
  'audit report',
];
const deeds = ['migrated', 'tested', 'rewrote', 'reviewed', 'measured', 'documented'];
const places = ['Berlin', 'Lisbon', 'Oslo', 'Toronto', 'Madrid'];
const chat = [
  'That sounds great!',
  'Oh nice, thanks for telling me.',
  'Really?',
  'I see what you mean.',
  'How did that go?',
];

/** A long talk about work: facts, promises and much that is neither. The same for the same number. */
export function aLongTalk(messageCount: number, seed = 1): readonly ConversationMessage[] {
  let state = seed;
  const pick = (list: readonly string[]): string => {
    state = (state * 48_271) % 2_147_483_647;
    return list[state % list.length] ?? '';
  };
  return Array.from({ length: messageCount }, (_unused, index) => {
    const facts = `We ${pick(deeds)} the ${pick(things)} in ${pick(places)} and it took ${index + 3} minutes longer than the ${pick(things)}.`;
    const more = `The ${pick(things)} of the ${pick(places)} office still uses the old ${pick(things)}, so nobody ${pick(deeds)} it.`;
    const promise = index % 10 === 7 ? ` I'll send the ${pick(things)} by Friday.` : '';
    return {
      id: `m${index}`,
      role: 'user',
      speaker: people[index % 2],
      content: `${pick(chat)} ${facts} ${more}${promise} ${pick(chat)}`,
      timestampMs: Date.UTC(2024, 0, 1 + Math.floor(index / 20), 9, index % 20),
    };
  });
}
