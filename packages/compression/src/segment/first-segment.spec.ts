import { toolResult } from '../language/test-support/messages.js';
import { Belonging, endsInQuestion } from './first-segment.js';
import { type MessageSketch, aConversation } from './test-support/a-conversation.js';

/** Which messages belong to what is before them, as a string of `.` and `+`. */
function belonging(sketches: readonly MessageSketch[]): string {
  const taker = new Belonging();
  return aConversation(sketches)
    .map((message) => (taker.take(message) ? '+' : '.'))
    .join('');
}

describe('Belonging', () => {
  it('keeps all results of a tool with the call', () => {
    expect(belonging(['Look it up.', 'Calling.', { role: 'tool' }, { role: 'tool' }, 'It is four.'])).toBe('..++.');
  });

  it('keeps the results of a tool with the call when the user passes them on', () => {
    const result = { role: 'user', content: toolResult('Four?').content };
    const more = { role: 'user', content: `${result.content}\nThanks.` };

    expect(belonging(['Look it up.', 'Calling.', result, more, 'It is four.'])).toBe('..++.');
    expect(belonging(['What is 2 + 2?', 'Calling?', result, result, 'It is four.', 'Thanks.'])).toBe('.++++.');
  });

  it('keeps the answer with the question', () => {
    expect(belonging(['Hello.', 'How are you?', 'Fine.', 'Good.'])).toBe('..+.');
  });

  it('keeps the answer with the question when a tool is asked in between', () => {
    const call = { role: 'assistant', content: '' };
    const answer = { role: 'assistant', content: 'It is four.' };

    expect(belonging(['What is 2 + 2?', call, { role: 'tool', content: '4' }, answer, 'Thanks.'])).toBe('.+++.');
  });

  it('waits through what the asker adds, and not for ever', () => {
    const user = (content: string) => ({ role: 'user', content });

    expect(belonging([user('Can you come?'), user('It is on Sunday.'), { role: 'assistant' }])).toBe('.++');
    expect(belonging([user('Is somebody there?'), ...Array.from({ length: 6 }, () => user('Well.'))])).toBe('.+++...');
  });

  it('tells people of one role apart by their names', () => {
    const people = ['Ada', 'Bo'].map((speaker) => ({ role: 'user', speaker }));

    expect(belonging([{ ...people[0], content: 'Ready?' }, { ...people[1] }, { ...people[0] }])).toBe('.+.');
  });

  it('begins anew: the first message belongs to nothing', () => {
    expect(belonging([{ role: 'tool' }, 'Well.'])).toBe('..');
  });
});

describe('endsInQuestion', () => {
  it.each([
    'Really?',
    'Really?!  \n\n',
    '"Is it *true?*"',
    'How are you? 😊',
    '本当ですか？',
    'هل أنت بخير؟',
    `${'Long. '.repeat(1_000)}Why?${'\n'.repeat(10_000)}`,
  ])('knows a question: %j', (content) => {
    expect(endsInQuestion(content.slice(0))).toBe(true);
  });

  it.each(['', ' ', 'Really.', 'Why? I wonder.', 'a ?? b', '\ud800'])('knows that it is none: %j', (content) => {
    expect(endsInQuestion(content)).toBe(false);
  });
});
