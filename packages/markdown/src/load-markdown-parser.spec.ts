import { type MarkdownParser, loadMarkdownParser } from './load-markdown-parser.js';

describe('loadMarkdownParser', () => {
  let parser: MarkdownParser;

  beforeAll(async () => {
    parser = await loadMarkdownParser();
  });

  it("parses GitHub's additions, with lines from 1 and offsets in UTF-16 units", () => {
    const { children } = parser.parseMarkdown('😀\n\n| a |\n| - |\n\n- [x] ~~done~~');

    expect(children).toMatchObject([
      { type: 'paragraph' },
      { type: 'table', position: { start: { line: 3, column: 1, offset: 4 } } },
      { type: 'list', children: [{ checked: true, children: [{ children: [{ type: 'delete' }] }] }] },
    ]);
  });

  it('gives the same blocks without parsing their running text', () => {
    const text = '# A *title*\n\n- `code` and [link](to)\n\n> <b>quoted</b>\n\n| a |\n| - |\n| **b** |';
    const blocks = parser.parseMarkdownBlocks(text);
    const blockTypes = (nodes: readonly { readonly type: string }[]) => nodes.map(({ type }) => type);

    expect(blockTypes(blocks.children)).toEqual(blockTypes(parser.parseMarkdown(text).children));
    expect(blocks.children[0]).toMatchObject({ children: [{ type: 'text', value: 'A *title*' }] });
    expect(blocks.children[3]).toMatchObject({
      children: [{}, { children: [{ children: [{ type: 'text', value: '**b**' }] }] }],
    });
  });

  it('gives the words of a node without markup and raw HTML', () => {
    expect(parser.plainText(parser.parseMarkdown('A *short* <b>`text`</b>, [linked](to).'))).toBe(
      'A short text, linked.',
    );
  });
});
