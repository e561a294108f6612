import type { ChatTurn, IChatCompletionService } from '@lexichord/abstractions';
import { ManualClock } from '@lexichord/testing';

import { messagesOf } from '../language/test-support/messages.js';
import { askForAnchors } from './model-anchors.js';

const messages = messagesOf(['Ann: We meet at noon.', 'Bob: We meet at noon. Bring the map.']);

function answering(answer: unknown): IChatCompletionService & { asked: (readonly ChatTurn[])[] } {
  const asked: (readonly ChatTurn[])[] = [];
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  return { id: 'fake', asked, complete: async (turns) => (asked.push(turns), text) };
}

describe('askForAnchors', () => {
  it('takes what is word by word in a message, and drops the rest', async () => {
    const chat = answering([
      { kind: 'commitment', message: 2, quote: 'Bring the map.', importance: 1 },
      { kind: 'critical-fact', message: 7, quote: 'We meet at noon.', importance: 0.5 },
      { kind: 'decision', message: 1, quote: 'We meet at midnight.', importance: 1 },
      { kind: 'gossip', message: 1, quote: 'We meet at noon.', importance: 1 },
      { kind: 'decision', message: 1, quote: '  ', importance: 1 },
      { quote: 5 },
      'noise',
    ]);

    const anchors = await askForAnchors(chat, messages, { clock: new ManualClock() });

    expect(anchors).toEqual([
      { kind: 'commitment', text: 'Bring the map.', importance: 0.79, messageId: 'm1', startOffset: 17, endOffset: 31 },
      {
        kind: 'critical-fact',
        text: 'We meet at noon.',
        importance: 0.5,
        messageId: 'm0',
        startOffset: 0,
        endOffset: 16,
      },
    ]);
    expect(chat.asked[0]?.[1]?.content).toContain('(2) Bob (user): We meet at noon. Bring the map.');
  });

  it('finds the array among words, and nothing in rubbish', async () => {
    const element = { kind: 'decision', message: 1, quote: 'We meet at noon.', importance: 7 };
    const wordy = `Sure!\n\`\`\`json\n${JSON.stringify([element])}\n\`\`\``;

    const ask = (answer: string) => askForAnchors(answering(answer), messages, { clock: new ManualClock() });
    expect(await ask(wordy)).toMatchObject([{ importance: 0.5 }]);
    for (const rubbish of ['no', '[', '][', '{"a":1}', '[1, [2]]']) {
      expect(await ask(rubbish)).toEqual([]);
    }
  });
});
