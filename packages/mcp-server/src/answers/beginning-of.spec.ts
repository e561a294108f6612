import { openFenceAtEnd } from '@lexichord/abstractions';
import { WordTokenCounter } from '@lexichord/testing';

import { beginningOf } from './beginning-of.js';

describe('the beginning of a text', () => {
  const counter = new WordTokenCounter();

  it.each([
    ['a text that fits', 'one two three', 9],
    ['a text without code', 'one two three four five', 3],
    ['a text that is cut in a block of code', `one\n\n\`\`\`ts\n${'two three\n'.repeat(9)}\`\`\`\nfour`, 9],
    ['a text that is cut behind a block of code', '```ts\none\n```\ntwo three four', 4],
    ['a text that is cut in one of many blocks of code', '```ts\none\n```\n~~~ts\ntwo\n~~~\n'.repeat(20), 11],
    ['a text of which nothing fits', '```ts\none two three', 1],
    ['a text of which nothing is asked for', '```ts\none two three', 0],
  ])('has no more tokens than asked for, and no open block of code: %s', (_what, text, maxTokens) => {
    const beginning = beginningOf(text, maxTokens, counter);

    expect(counter.countTokens(beginning)).toBeLessThanOrEqual(maxTokens);
    expect(openFenceAtEnd(beginning)).toBeUndefined();
  });

  it('is the text where all of it fits', () => {
    expect(beginningOf('one\n\n```ts\ntwo\n```\n', 9, counter)).toBe('one\n\n```ts\ntwo\n```\n');
  });
});
