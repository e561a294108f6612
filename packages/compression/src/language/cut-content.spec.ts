import { cutContent } from './cut-content.js';

/** Each part as its kind and text. */
function partsOf(content: string): readonly string[] {
  return cutContent(content, 0, content.length).map(({ kind, start, end }) => `${kind}: ${content.slice(start, end)}`);
}

describe('cutContent', () => {
  it('reads fenced code in a list item, however far it is indented', () => {
    expect(partsOf('1. Run this:\n\n      ```sh\n      npm test\n      ```\n\n   Then look at the result.')).toEqual([
      'prose: 1. Run this:',
      'code: npm test',
      'prose: Then look at the result.',
    ]);
  });

  it('reads fenced code that begins in the line of a list item', () => {
    expect(partsOf('- ```\n  npm test\n  ```\n- Then the result.')).toEqual([
      'code: npm test',
      'prose: - Then the result.',
    ]);
  });

  it('takes three backticks around words in a line for no fence', () => {
    expect(partsOf('```npm test``` shows it.\nThe cause is the lock.')).toEqual([
      'prose: ```npm test``` shows it.',
      'prose: The cause is the lock.',
    ]);
  });

  it('keeps code open at a line with text after the marks, which closes nothing', () => {
    expect(partsOf('```\nfirst\n```ts\nlast\n```\nThat was all of it.')).toEqual([
      'code: first',
      'code: ```ts',
      'code: last',
      'prose: That was all of it.',
    ]);
  });

  it('closes a longer fence by one of its length only', () => {
    expect(partsOf('````md\n```\ncode\n```\n````\nThat was all of it.')).toEqual([
      'code: ```',
      'code: code',
      'code: ```',
      'prose: That was all of it.',
    ]);
  });

  it('reads half a fence to the end as code', () => {
    expect(partsOf('It says:\n~~~\nfirst\n\nlast')).toEqual(['prose: It says:', 'code: first', 'code: last']);
  });
});
