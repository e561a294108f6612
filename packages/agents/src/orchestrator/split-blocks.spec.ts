import * as fc from 'fast-check';
import { fenceBody, splitBlocks } from './split-blocks.js';

const textsOf = (content: string): string[] => splitBlocks(content).map(({ text }) => text);

describe('splitBlocks', () => {
  it('splits at blank lines, and headings from what is under them', () => {
    expect(
      splitBlocks('# Title\nFirst\nparagraph.\n\n \t\nSecond.\n## Next\n').map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ['heading', '# Title'],
      ['text', 'First\nparagraph.'],
      ['text', 'Second.'],
      ['heading', '## Next'],
    ]);
  });

  it('keeps a fenced block together, with blank lines and other fences inside it', () => {
    const fence = '````md\n# not a heading\n\n```\ninner\n```\n````';

    expect(splitBlocks(`Before.\n${fence}\nAfter.`).map(({ kind, text }) => [kind, text])).toEqual([
      ['text', 'Before.'],
      ['fence', fence],
      ['text', 'After.'],
    ]);
  });

  it('takes a fence that is never closed to the end', () => {
    expect(textsOf('~~~\nopen\n\nstill open')).toEqual(['~~~\nopen\n\nstill open']);
  });

  it.each(['\r\n', '\r'])('knows the line end %j', (lineEnd) => {
    expect(textsOf(['a', 'b', '', 'c'].join(lineEnd))).toEqual([`a${lineEnd}b`, 'c']);
  });

  it('gives blocks in order, and nothing but white space between them', () => {
    const lines = fc.array(fc.constantFrom('text', '', '  ', '```', '~~~~', '# h', '    code', '\t', 'é\u2028'));
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (parts, lineEnd) => {
        const content = parts.join(lineEnd);
        let position = 0;
        for (const { startOffset, endOffset, text } of splitBlocks(content)) {
          expect(content.slice(position, startOffset).trim()).toBe('');
          expect(text).toBe(content.slice(startOffset, endOffset));
          expect(text.trim()).not.toBe('');
          position = endOffset;
        }
        expect(content.slice(position).trim()).toBe('');
      }),
    );
  });
});

describe('fenceBody', () => {
  it.each([
    ['```ts\nlet a;\n\nlet b;\n```', 'let a;\n\nlet b;'],
    ['~~~\nopen', 'open'],
    ['```\n```', ''],
    ['```', ''],
  ])('of %j is %j', (content, body) => {
    const [block] = splitBlocks(content);

    expect(fenceBody(block!)).toBe(body);
  });
});
