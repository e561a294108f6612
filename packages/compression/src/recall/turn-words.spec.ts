import type { ConversationMessage } from '@lexichord/abstractions';

import { messagesOf } from '../language/test-support/messages.js';
import { TurnWords } from './turn-words.js';

const line = 'Nothing new is said on this line of the log.\n';
const words = new Map([['heron', 1]]);

/** With a heron at the end, behind so many lines. */
function aLog(lines: number): string {
  return `${line.repeat(lines)}The heron.`;
}

async function wordsIn(messages: readonly ConversationMessage[]): Promise<TurnWords> {
  const read = new TurnWords();
  await read.add(messages);
  return read;
}

describe('TurnWords', () => {
  it('reads messages to their end, however long they are', async () => {
    const { index } = await wordsIn(messagesOf([aLog(0), aLog(2_000), aLog(20_000), line]));

    const scores = [...index.scoreWords(words)];
    expect(scores.map((score) => score > 0)).toEqual([true, true, true, false]);
  });

  it('tells where a very long message says the words, in few stretches, and else its beginning', async () => {
    const messages = messagesOf([aLog(10), `${aLog(4_000)}\n${aLog(4_000)}`, line.repeat(4_000)]);
    const read = await wordsIn(messages);
    const textOf = (turn: number): string =>
      read
        .stretches(messages[turn]!.content, turn, words)
        .map(({ start, end }) => messages[turn]!.content.slice(start, end))
        .join('');

    expect(textOf(0)).toBe(aLog(10));
    expect(textOf(1).match(/heron/gu)).toHaveLength(2);
    expect(textOf(1).length).toBeLessThanOrEqual(65_536);
    expect(line.repeat(4_000).startsWith(textOf(2)) && textOf(2).length > 40_000).toBe(true);
  });

  it('can go on after it was stopped, and reads no message twice', async () => {
    const messages = messagesOf([aLog(1), aLog(9_000), aLog(9_000), 'A heron, a heron.']);
    const controller = new AbortController();
    const stopped = new TurnWords();
    const reading = stopped.add(messages, controller.signal);
    controller.abort(new RangeError('enough'));
    await expect(reading).rejects.toThrow('enough');

    await stopped.add(messages);

    expect(stopped.index.scoreWords(words)).toEqual((await wordsIn(messages)).index.scoreWords(words));
  });
});
