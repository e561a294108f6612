import fc from 'fast-check';

import { findReadme, readmeSummary, shortDescription } from './readme-summary.js';

describe('readmeSummary', () => {
  it.each([
    ['a title', '# Tide\n\nPredicts tides for every harbour.\n\nMore.\n', 'Predicts tides for every harbour.'],
    [
      'a title without a blank line',
      '# Tide\nPredicts tides for every harbour.\n',
      'Predicts tides for every harbour.',
    ],
    ['an underlined title', 'Tide\n====\nPredicts tides for every harbour.\n', 'Predicts tides for every harbour.'],
    ['a title of reStructuredText', '====\nTide\n====\n\nPredicts tides for all.\n', 'Predicts tides for all.'],
    ['a title of AsciiDoc', '= Tide\n:toc: left\n\nPredicts tides for all.\n', 'Predicts tides for all.'],
    [
      'badges, also of several forms',
      '# Tide\n\n[![Build](https://a.b/c.svg)](https://a.b) [![npm][npm-badge]][npm]\n![x](y.png)\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'HTML around a logo, and a menu of links',
      '<h1 align="center"><img src="l.svg"> Tide</h1>\n<p align="center"><a href="/a">The docs of it</a> · <a href="/b">All of the news</a></p>\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'a menu of Markdown',
      '[The docs of it](a) | [All of the news](b)\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'front matter and a comment',
      '---\ntitle: A b c d e\n---\n<!-- one two three four -->\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'code, also with blank lines',
      '```sh\nnpm install a b c d\n\nmore of the same here\n```\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'code with a line that ends no fence',
      '```sh\nnpm install\n``` one two three four\n\none two three four\n```\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'lists and tables',
      '- one two three four\n- five\n\n| a b | c d |\n|---|---|\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'definitions of links',
      '[a]: https://a.b/one-two-three "Four five"\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    [
      'an alert',
      '> [!NOTE]\n> This has moved to another place.\n\nPredicts the next tide.\n',
      'Predicts the next tide.',
    ],
    ['what introduces a list', 'As a module of node:\n\n- a\n\nPredicts the next tide.\n', 'Predicts the next tide.'],
    ['a slogan', 'Tides, fast.\n\nPredicts the next tide.\n', 'Predicts the next tide.'],
  ])('is the first paragraph behind %s', (_what, readme, expected) => {
    expect(readmeSummary(readme)).toBe(expected);
  });

  it('is plain text on one line', () => {
    const readme =
      '> **Tide** is a _small_ [library](https://a.b) for `node`,\r\n> by <em>people</em> &amp; snake_case names, `docs <https://a.b>`__.\r\n';

    expect(readmeSummary(readme)).toBe('Tide is a small library for node, by people & snake_case names, docs.');
  });

  it('takes three backticks around a word for no fence', () => {
    expect(readmeSummary('```tide``` predicts the next tide.\n')).toBe('tide predicts the next tide.');
  });

  it('reads a script without spaces between words', () => {
    expect(readmeSummary('# 潮汐\n\n这个程序预测每个港口的潮汐时间。\n')).toBe('这个程序预测每个港口的潮汐时间。');
  });

  it.each([
    ['nothing', ''],
    ['titles alone', '# A title of more words\n\n## Another of the same\n'],
    ['what is no text', `${'\u0001\uFFFD'.repeat(5_000)} a b c d`],
    ['an open fence', '```\nPredicts the next tide of all.\n'],
    ['a block without an end', 'word '.repeat(5_000)],
  ])('is none of %s', (_what, readme) => {
    expect(readmeSummary(readme)).toBeUndefined();
  });

  it('takes no longer for a README that is made to be slow', () => {
    for (const piece of [
      '<a ',
      '<a>',
      '[',
      '![',
      '[](',
      '`',
      '` ',
      '<h1>',
      '<!--',
      '```\n',
      '*',
      '> ',
      '=\n',
      '&amp',
      '"\n',
    ]) {
      const readme = `${piece.repeat(Math.ceil(30_000 / piece.length))}\n\nPredicts the next tide.\n`;

      expect(() => readmeSummary(readme)).not.toThrow();
    }
  });

  it('never has more than one line, whatever the README is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (readme) => {
        expect(readmeSummary(`One two three four five ${readme}`) ?? '').not.toMatch(/[\n\r]/u);
      }),
    );
  });
});

describe('findReadme', () => {
  it('is the one of the root, Markdown first, in any case', () => {
    expect(findReadme(new Set(['docs/README.md', 'a.md']))).toBeUndefined();
    expect(findReadme(new Set(['.github/README.md', 'readme.rst', 'README', 'Readme.md']))).toBe('Readme.md');
    expect(findReadme(new Set(['.github/README.md', 'README']))).toBe('README');
  });
});

describe('shortDescription', () => {
  it.each([
    ['the first two sentences', 'One is it. Two is it. Three is it.', 'One is it. Two is it.'],
    ['the first where two have no room', `One is it. ${'Two '.repeat(20)}.`, 'One is it.'],
    ['whole words of a long one', `${'abcd '.repeat(20)}.`, `${'abcd '.repeat(7)}abcd…`],
    ['the start of a word without an end', 'x'.repeat(100), `${'x'.repeat(39)}…`],
    ['no half of a character', `${'x'.repeat(38)}😀😀`, `${'x'.repeat(38)}…`],
    [
      'version numbers and file names as words',
      'Reads a.json of v1.2 files. Fast.',
      'Reads a.json of v1.2 files. Fast.',
    ],
  ])('is %s', (_what, description, expected) => {
    expect(shortDescription(description, 40)).toBe(expected);
  });
});
