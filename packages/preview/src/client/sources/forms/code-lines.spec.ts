import fc from 'fast-check';

import { codeLines, codeRuns, countLines } from './code-lines.js';

const textOf = (lines: ReturnType<typeof codeLines>): readonly string[] =>
  lines.map((line) => line.map(({ text }) => text).join(''));

describe('codeRuns', () => {
  it('are the texts of a tree, each with the classes around it', () => {
    const runs = codeRuns({
      type: 'root',
      children: [
        { type: 'text', value: 'a ' },
        {
          type: 'element',
          properties: { className: ['hljs-string'] },
          children: [
            { type: 'text', value: '"' },
            {
              type: 'element',
              properties: { className: ['hljs-subst', 'x'] },
              children: [{ type: 'text', value: '<b>' }],
            },
          ],
        },
        { type: 'element', properties: {}, children: [{ type: 'text', value: 'z' }] },
      ],
    });

    expect(runs).toEqual([
      { text: 'a ', className: undefined },
      { text: '"', className: 'hljs-string' },
      { text: '<b>', className: 'hljs-string hljs-subst x' },
      { text: 'z', className: undefined },
    ]);
  });

  it('leave out what is no text', () => {
    expect(
      codeRuns({
        type: 'root',
        children: [
          { type: 'comment', value: 'no' },
          { type: 'text', value: 7 },
        ],
      }),
    ).toEqual([]);
  });
});

describe('codeLines', () => {
  it('end at LF, CR LF and a lone CR, and keep their line ends', () => {
    expect(textOf(codeLines([{ text: 'a\nb\r\nc\rd\u2028e' }]))).toEqual(['a\n', 'b\r\n', 'c\r', 'd\u2028e']);
  });

  it('keep a CR LF together that lies in two runs', () => {
    expect(textOf(codeLines([{ text: 'a\r' }, { text: '\nb' }, { text: '\r' }, { text: 'c' }]))).toEqual([
      'a\r\n',
      'b\r',
      'c',
    ]);
  });

  it('take a run over lines in its colour into each', () => {
    expect(codeLines([{ text: '/*\n*/', className: 'hljs-comment' }, { text: ' a' }])).toEqual([
      [{ text: '/*\n', className: 'hljs-comment' }],
      [
        { text: '*/', className: 'hljs-comment' },
        { text: ' a', className: undefined },
      ],
    ]);
  });

  it('are the text in a row, whatever the runs, and as many as counted', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\u2028', '😀') });
    fc.assert(
      fc.property(fc.array(piece), (texts) => {
        const lines = codeLines(texts.map((text) => ({ text })));
        const text = texts.join('');

        expect(textOf(lines).join('')).toBe(text);
        expect(lines).toHaveLength(countLines(text));
      }),
    );
  });
});
