import fc from 'fast-check';
import { selectProse } from './prose-scope.js';
import { maxBlockLength, maxProseLength, toProseText } from './prose-text.js';

function blocks(text: string): readonly string[] {
  return toProseText(text).blocks.map(({ kind, level, text: line }) => `${kind}${level === 0 ? '' : level}: ${line}`);
}

describe('toProseText', () => {
  it('tells headings, paragraphs, lists, tables and quotes apart', () => {
    const text = [
      '---',
      'title: log in',
      '---',
      '# One ##',
      'First line',
      'second line.',
      '',
      'Two',
      '===',
      'Three',
      '---',
      '- item',
      '  more',
      '1. other',
      '> said',
      '> so',
      '',
      '| a | b |',
      '| --- | --- |',
      '| c | d |',
      '#hashtag',
    ];

    for (const lineEnd of ['\n', '\r\n', '\r', '\u2028', '\u0085']) {
      expect(blocks(text.join(lineEnd))).toEqual([
        'heading1: One',
        'paragraph: First line second line.',
        'heading1: Two',
        'heading2: Three',
        'list: item more',
        'list: other',
        'quote: said so',
        'table: a',
        'table: b',
        'table: c',
        'table: d',
        'paragraph: #hashtag',
      ]);
    }
  });

  it('leaves out code, comments, addresses and marks', () => {
    const text = [
      '\ufeffUse **bold** and _soft_ `code` here, [see](https://a.b/c "t") ![pic](x.png) <b>now</b> https://x.y/z.',
      '<!-- log',
      'in -->',
      '',
      '~~~js',
      'log in',
      '```',
      '~~~',
      'snake_case stays <!-- open',
      '```',
      'never closed',
    ];

    expect(blocks(text.join('\n'))).toEqual([
      'paragraph: Use bold and soft ` here, see pic now `',
      'paragraph: snake_case stays <!-- open',
    ]);
  });

  it('has no front matter without an end', () => {
    expect(blocks('---\ntext')).toEqual(['paragraph: --- text']);
  });

  it('looks at the beginning of a long text only, in blocks of bounded length', () => {
    const { blocks: found, raw } = toProseText('word '.repeat(2_000_000));

    expect(raw).toHaveLength(maxProseLength);
    expect(found).toHaveLength(100);
    expect(Math.max(...found.map(({ text }) => text.length))).toBe(maxBlockLength);
  });

  it('cuts a long block between words, and within one that is longer than a block', () => {
    const { blocks: found } = toProseText(`${'x'.repeat(maxBlockLength - 3)} word ${'y'.repeat(maxBlockLength + 1)}`);

    expect(found.map(({ text }) => [text.length, text.trim().slice(-4)])).toEqual([
      [maxBlockLength - 2, 'xxxx'],
      [5, 'word'],
      [maxBlockLength, 'yyyy'],
      [1, 'y'],
    ]);
  });

  it.each([
    '`',
    '<!--',
    '_',
    'x_',
    '*',
    '[',
    '](',
    '<a',
    '![',
    '#',
    '> ',
    '- ',
    '|',
    '~',
    ' ',
    '\t',
    'https://',
    '-',
    '=',
  ])('comes to an end with a text of %j alone', (piece) => {
    expect(toProseText(piece.repeat(maxProseLength)).raw.length).toBeLessThanOrEqual(maxProseLength);
    expect(toProseText(`x${piece.repeat(maxProseLength)}y`).raw.length).toBeLessThanOrEqual(maxProseLength);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) =>
        toProseText(text).blocks.every((block) => block.text !== '' && !block.text.includes('\n')),
      ),
    );
  });
});

describe('selectProse', () => {
  const prose = toProseText('# Head one\n## Head two\nFirst sentence. Second one!\n\n- item\n\n> quote\n\n| cell |\n');

  it.each([
    [[], ['Head one', 'Head two', 'First sentence. Second one!', 'item', 'quote', 'cell']],
    [['heading'], ['Head one', 'Head two']],
    [['heading.h2'], ['Head two']],
    [['paragraph'], ['First sentence. Second one!']],
    [['sentence'], ['First sentence.', 'Second one!', 'item', 'quote', 'cell']],
    [
      ['list', 'table.cell'],
      ['item', 'cell'],
    ],
    [['blockquote'], ['quote']],
    [['~heading & ~blockquote'], ['First sentence. Second one!', 'item', 'cell']],
    [['summary'], ['First sentence. Second one!', 'item', 'quote', 'cell']],
    [['alt'], []],
    [['raw'], [prose.raw]],
  ])('gives the texts of the scopes %j', (scopes, expected) => {
    expect(selectProse(prose, scopes)).toEqual(expected);
  });
});
