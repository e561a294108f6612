import { proseTexts, sentencesOf } from './sentences-of.js';

describe('sentencesOf', () => {
  it('cuts at signs of punctuation where there are no tags', () => {
    const contents = ['One. Two (2.5)! Three? "Four." five\nsix'];
    const [prose] = proseTexts([{ message: 0, start: 0, end: 39 }], contents);

    const sentences = sentencesOf(prose!, undefined, contents);

    const texts = sentences.map(({ start, end }) => contents[0]?.slice(start, end));
    expect(texts).toEqual(['One.', 'Two (2.5)!', 'Three?', '"Four."', 'five\nsix']);
    expect(sentences.every(({ phrases }) => phrases.length === 0)).toBe(true);
  });
});

describe('proseTexts', () => {
  it('keeps every character in its place, but for what is no word', () => {
    const content = `a\tb\u0000\u00a0c ${'x'.repeat(300)} d`;

    const [prose] = proseTexts([{ message: 0, start: 0, end: content.length }], [content]);

    expect(prose?.text).toHaveLength(content.length + 1);
    expect(prose?.text.indexOf('d')).toBe(content.indexOf('d'));
    expect(prose?.text).not.toMatch(/[^ ]{101}/u);
  });

  it('begins another text when one is long enough', () => {
    const content = 'word '.repeat(2_000);
    const pieces = Array.from({ length: 5 }, (_, message) => ({ message, start: 0, end: content.length }));

    const texts = proseTexts(
      pieces,
      Array.from({ length: 5 }, () => content),
    );

    expect(texts.map(({ pieces: those }) => those.length)).toEqual([2, 2, 1]);
  });
});
