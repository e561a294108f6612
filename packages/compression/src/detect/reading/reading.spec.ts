import fc from 'fast-check';

import { ownLines, withoutQuotations } from './own-words.js';
import { plainWords } from './plain-words.js';
import { sentencesOf } from './sentences.js';

describe('ownLines', () => {
  it.each([
    ['mine\n```\ntheirs\n```\nmine', 'mine\n\nmine'],
    ['~~~\n```\ntheirs\n~~~\nmine', '\nmine'],
    ['````md\n```\ntheirs\n```\n````\nmine', '\nmine'],
    ['```\nnever closed', ''],
    ['> theirs\nmine', '\nmine'],
    ['    code\nmine', '\nmine'],
    ['- item\n    its second line', '- item\n    its second line'],
    ['User: hello\nAssistant: could you remind me?', '\n'],
    ['User: hello', 'User: hello'],
    ['TypeError: no context\n    at f (a.js:1:2)', '\n'],
    ['src/a.ts:3: error: missing context', ''],
    ['mine\r\n> theirs\rmine\u2028> theirs', 'mine\n\nmine\n'],
  ])('of %j: %j', (text, own) => {
    expect(ownLines(text)).toBe(own);
  });
});

describe('withoutQuotations', () => {
  it.each([
    ['say "what was it" now', 'say  quoted  now'],
    ['“a b” «c» „d“ `e`', ' quoted   quoted   quoted   quoted '],
    ["she said 'I can't recall' again", 'she said  quoted  again'],
    ["I don't know the users' names", "I don't know the users' names"],
    ['a " alone', 'a " alone'],
    ['``a b`` c', ' quoted  c'],
  ])('of %j: %j', (text, own) => {
    expect(withoutQuotations(text)).toBe(own);
  });
});

describe('sentencesOf', () => {
  it('tells sentences, questions and what trails off', () => {
    expect(sentencesOf('One. Two?! Three...\nv1.2.3 is out')).toEqual([
      { text: 'One.', isQuestion: false, trailsOff: false },
      { text: 'Two?!', isQuestion: true, trailsOff: false },
      { text: 'Three...', isQuestion: false, trailsOff: true },
      { text: 'v1.2.3 is out', isQuestion: false, trailsOff: false },
    ]);
  });

  it('reads the two ends of a very long text', () => {
    const sentences = sentencesOf(Array.from({ length: 10_000 }, (_unused, at) => `Sentence ${at}.`).join(' '));

    expect(sentences.length).toBeLessThan(10_000);
    expect([sentences[0]?.text, sentences.at(-1)?.text]).toEqual(['Sentence 0.', 'Sentence 9999.']);
  });
});

describe('plainWords', () => {
  it.each([
    ['I don’t have it!', ' i do not have it '],
    ['dont have it', ' i do not have it '],
    ['Sorry, could u pls remnd me (again)?', ' could you please remind me , again , '],
    ['the enuogh contxt', ' the enough context '],
    ['a contest of previews', ' a contest of previews '],
    ['', ' '],
  ])('of %j: %j', (sentence, plain) => {
    expect(plainWords(sentence)).toBe(plain);
  });

  it('has one space around each word, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainWords(text)).toMatch(/^ (?:[^ ]+ )*$/u);
      }),
    );
  });
});
