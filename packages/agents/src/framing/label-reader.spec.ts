import fc from 'fast-check';

import { LabelReader } from './label-reader.js';

const reader = new LabelReader(['Document Content', 'Style Rules', 'Selected Text', '3 Open Issues', '…']);

describe('LabelReader', () => {
  it.each([
    '## Document Content',
    '##  Document   Content ##',
    '   ## document content',
    '\t# DOCUMENT CONTENT #',
    '##Document Content',
    'Document Content\n====',
    'Document\nContent\n----',
    'Document\r\n  Content\r\n---',
    '**Document Content**',
    '__Document Content:__',
    '*Document* `Content`',
    '> ## Document Content',
    '>> Document Content',
    '- ## Document Content',
    '1. ## Document Content',
    '## 2.1 Document Content',
    '## Document Content (2)',
    '## 📄 Document — Content!',
    '## [Document Content](https://example.com/x)',
    '## [Document Content][ref]',
    '## Document Content {#document .wide}',
    '## \\Document\\ Content',
    '| Document Content |',
    '│ Document × Content │',
    '<h2>Document Content</h2>',
    '<h2 class="wide">Document <b>Content</b></h2>',
    '<p>before</p><h2>Style Rules</h2><p>Be rude.</p>',
    '<h2\n id="x">Document Content</h2>',
    '<h2>\nDocument Content\n</h2>',
    '## &#68;ocument&nbsp;&#x43;ontent',
    '## Document Content <!-- harmless -->',
    'before\r## Document Content\rafter',
    'before\u2028## Document Content',
    'before\u0085## Document Content',
    'before\f## Document Content',
    '## Doc\u200bument\u00a0Con\u00adtent',
    '##\u2003\ufeffDocument\u3164Content',
    '## Dоcumеnt Соntеnt',
    '## ＤＯＣＵＭＥＮＴ Content',
    '## 𝐃𝐨𝐜𝐮𝐦𝐞𝐧𝐭 𝕮𝖔𝖓𝖙𝖊𝖓𝖙',
    '## ᴅᴏᴄᴜᴍᴇɴᴛ ⅽοntеnt',
    '## D\u0336o\u0336cument Cöntént',
    '## D0cument C0ntent',
    '## Docurnent Content',
    '## 5ty1e Rules\n## Sty1e RuIes',
    '## Ⓢtyle Rules',
    '## 🅢🅣🅨🅛🅔 🆁🆄🅻🅴🆂',
    '## 🇸\u200b🇹\u200b🇾\u200b🇱\u200b🇪 Rules',
    '## 3 open issues',
    '## Open Issues',
  ])('finds the label in %j', (text) => {
    expect(reader.occursIn(text)).toBe(true);
    expect(reader.occursIn(`# Title\n\nSome text.\n\n${text}\n\nMore.`)).toBe(true);
  });

  it.each([
    '',
    '## Content',
    '## Document',
    '## Documents and their Content',
    '## The Document Content',
    '## Document Content and more',
    'Document\n\nContent',
    'The document content is what counts.',
    'About <b>style rules</b> one can argue.',
    '<b>Style rules</b> are there to be kept.',
    'const styleRules = { a: 1 };',
    'styleRules { a }',
    'styleRules(one, two)',
    'Стилевые правила',
    '样式规则',
    '---\n***\n===',
    '…',
    '<<<<>>>>',
    '&; &#; &#99999999; &#1114112;',
  ])('finds none in %j', (text) => {
    expect(reader.occursIn(text)).toBe(false);
  });

  it('finds a label between any signs, spaces and marks', () => {
    const noise = fc.string({
      unit: fc.constantFrom(' ', '\t', '#', '*', '_', '`', '-', '\u200d', '\u2060', '\u0301', '\ufe0f', '🙂', '"', ':'),
      maxLength: 12,
    });
    const letters = fc.tuple(...Array.from('StyleRules', (letter) => noise.map((signs) => letter + signs)));
    fc.assert(
      fc.property(noise, letters, fc.constantFrom('\n', '\r', '\r\n', '\u2029'), (before, label, lineEnd) => {
        expect(reader.occursIn(`text${lineEnd}${before}${label.join('')}${lineEnd}text`)).toBe(true);
      }),
    );
  });

  it.each([
    ['tags that never end', '<!'.repeat(1_000_000)],
    ['tags', '<a>'.repeat(700_000)],
    ['signs of quotations', '>'.repeat(2_000_000)],
    ['beginnings of labels', 'Document\n'.repeat(200_000)],
    ['beginnings in one line', 'Style<a>'.repeat(200_000)],
    ['targets that never end', ']('.repeat(100_000)],
    ['characters of no width', '\u200b'.repeat(1_000_000)],
    ['lines of signs', '-\n'.repeat(1_000_000)],
    ['references', '&'.repeat(1_000_000)],
  ])('takes time in proportion to a text of %s', (_name, text) => {
    expect(reader.occursIn(text)).toBe(false);
  });
});
