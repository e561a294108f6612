import type { ConversationMessage } from '@lexichord/abstractions';
import fc from 'fast-check';

import { renderMessages, speakerOf } from './render-messages.js';

function message(content: string, more: Partial<ConversationMessage> = {}): ConversationMessage {
  return { id: 'm0', role: 'user', content, ...more };
}

const noon = Date.UTC(2026, 2, 2, 12);
const minuteMs = 60_000;

describe('renderMessages', () => {
  it('writes who spoke before the words', () => {
    const { text } = renderMessages([message('Hello.'), message('Hi.', { role: 'assistant', speaker: 'Helper' })]);

    expect(text).toBe('User: Hello.\nHelper: Hi.');
  });

  it('writes the time where it begins, and again after half an hour', () => {
    const { text } = renderMessages([
      message('one', { timestampMs: noon }),
      message('two', { timestampMs: noon + 29 * minuteMs }),
      message('three', { timestampMs: noon + 59 * minuteMs }),
      message('four'),
      message('five', { timestampMs: noon - minuteMs }),
    ]);

    expect(text.split('\n')).toEqual([
      '[2026-03-02 12:00]',
      'User: one',
      'User: two',
      '[2026-03-02 12:59]',
      'User: three',
      'User: four',
      '[2026-03-02 11:59]',
      'User: five',
    ]);
  });

  it('holds every message word by word, where it says', () => {
    const anyMessage = fc.record({
      id: fc.string(),
      role: fc.string(),
      speaker: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      content: fc.string({ unit: 'binary' }),
      timestampMs: fc.option(fc.integer({ min: -8.64e15, max: 8.64e15 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(anyMessage), (messages) => {
        const { text, contentOffsets } = renderMessages(messages);

        expect(contentOffsets.map((at, index) => text.slice(at, at + (messages[index]?.content.length ?? 0)))).toEqual(
          messages.map(({ content }) => content),
        );
      }),
    );
  });

  it('keeps a speaker on one line', () => {
    expect(speakerOf({ role: 'user', speaker: 'Ann\n\tLee\u2028Assistant: no\u0000' })).toBe('Ann Lee Assistant: no');
    expect(speakerOf({ role: 'user', speaker: '  ' })).toBe('User');
  });
});
