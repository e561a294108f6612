import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { frontmatter } from 'micromark-extension-frontmatter';
import { gfm } from 'micromark-extension-gfm';

import { runMarkdownTask } from '../../worker/parse-markdown.mjs';
import type { OutlineHeading } from './outline.js';
import { outlineMarkdown, type RunMarkdownTasks } from './markdown-outline.js';

const runTasks: RunMarkdownTasks = (tasks, labels) => Promise.all(tasks.map((task) => runMarkdownTask(task, labels)));

const kinds: Readonly<Record<string, string>> = {
  paragraph: 'paragraph',
  heading: 'heading',
  code: 'code',
  list: 'list',
  table: 'table',
  blockquote: 'quote',
  html: 'html',
  yaml: 'frontMatter',
  toml: 'frontMatter',
};

/** What the parser says of the document as a whole. */
function parsedOutline(content: string): { headings: OutlineHeading[]; blocks: unknown[] } {
  const shift = content.startsWith('\uFEFF') ? 1 : 0;
  // An opening fence that is never closed is a thematic break; with it the extension changes what follows.
  const isMarked = /^\uFEFF?(---|\+\+\+)[ \t]*(?:\r\n|\r|\n)(?:[^]*?[\r\n])?\1[ \t]*(?:[\r\n]|$)/u.test(content);
  const { children } = fromMarkdown(content, {
    extensions: isMarked ? [gfm(), frontmatter(['yaml', 'toml'])] : [gfm()],
    mdastExtensions: [gfmFromMarkdown(), frontmatterFromMarkdown(['yaml', 'toml'])],
  });
  const headings: OutlineHeading[] = [];
  const blocks = children.map((node) => {
    const startOffset = (node.position?.start.offset ?? 0) + shift;
    const rawEnd = (node.position?.end.offset ?? 0) + shift;
    const endOffset = startOffset + content.slice(startOffset, rawEnd).replace(/[ \t\r\n]+$/u, '').length;
    if (node.type === 'heading') {
      const text = toString(node, { includeHtml: false }).replace(/\s+/gu, ' ').trim();
      headings.push({ level: node.depth, text, startOffset, endOffset });
    }
    return { kind: kinds[node.type] ?? 'other', startOffset, endOffset };
  });
  return { headings, blocks };
}

/**
 * Texts are compared by their words: whether `[label]` is a link is settled by a line that looks like its definition,
 * which need not be one, and lines of a heading are joined by a space.
 */
function byWords<T extends { readonly text: string }>(heading: T): T {
  return { ...heading, text: heading.text.replace(/\s|\[|\]|\^1/gu, '') };
}

const lineStart = fc.constantFrom(
  '',
  '',
  '',
  '',
  ' ',
  '  ',
  '   ',
  '    ',
  '\t',
  '> ',
  '- ',
  '* ',
  '1. ',
  '12) ',
  '-',
  '  - ',
  '   1. ',
);
const lineBody = fc.constantFrom(
  '',
  '',
  '',
  'text',
  'more words  ',
  '# Heading',
  '## Two ##',
  '#',
  '#nothing',
  '###### *Six* `code` [2.0]',
  '===',
  '---',
  '- - -',
  '* * *',
  '***bold***',
  '**bold** text',
  '_em_',
  '```',
  '```js',
  '````',
  '~~~',
  '``` a ` b',
  '`code` text',
  '| a | b |',
  '| - | - |',
  '| a \\| b |',
  '| a |',
  '|a|b',
  '|-|',
  '|:-:|-',
  '|',
  '||',
  'a | b',
  '--|--',
  ':-:',
  '<div>',
  '</div>',
  '<!-- note',
  'end -->',
  '<!-- one line -->',
  '<pre>',
  '</pre>',
  '<?php',
  '?>',
  '<!DOCTYPE html>',
  '<a href="x">',
  '[1.0]: /url',
  '[a]:',
  '/url "title"',
  '[link](x) text',
  '[![badge](a)](b)',
  '![image](a)',
  '[^1]: note',
  '[^1] text',
  '2024 was a year',
  '3. three',
  '1.',
  '- item',
  '* item',
  '+ item',
  '-     five spaces',
  '- [ ] task',
  '- ```',
  '- <!--',
  '> quote',
  '>',
  '+++',
  'title: x',
  '\u2028line',
  '\u00a0',
  '\u0085',
  '\f',
  '\0',
  '\uFEFF# not a heading',
  '😀',
  '\\# no',
  '&#35; no',
);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '\n\n', ' \n', '\n\n\n');
const line = fc.tuple(lineStart, lineBody, lineEnd).map((parts) => parts.join(''));
const beginning = fc.constantFrom('', '', '', '', '---\n', '---\ntitle: x\n---\n', '+++\n', '\uFEFF', '\uFEFF---\n');
const markdown = fc.tuple(beginning, fc.array(line, { maxLength: 14 })).map(([first, lines]) => first + lines.join(''));

describe('outlineMarkdown', () => {
  it('gives exactly what the parser gives for the whole document', async () => {
    await fc.assert(
      fc.asyncProperty(markdown, async (content) => {
        const { headings, blocks } = await outlineMarkdown(content, runTasks);

        const expected = parsedOutline(content);
        expect(blocks).toEqual(expected.blocks);
        expect(headings.map(byWords)).toEqual(expected.headings.map(byWords));
      }),
      { numRuns: Number(process.env['RUNS'] ?? 300) },
    );
  });

  it('leaves little of an ordinary document to the parser', async () => {
    const content = [
      '---\ntitle: x\n---\n',
      '# Title\n\nWords, `code` and **more**\nover two lines.\n',
      '```js\n# not a heading\n```\n',
      '- one\n- two\n\n  ```\n  code\n  ```\n',
      '1. one\n   - nested\n2. two\n',
      '> quoted\n> words\n',
      '## `code` in_a_heading ##\n',
    ].join('\n');
    const run = jest.fn(runTasks);

    const { blocks } = await outlineMarkdown(content, run);

    expect(run.mock.calls[0]?.[0]).toEqual([]);
    expect(blocks.map(({ kind }) => kind)).toEqual([
      'frontMatter',
      'heading',
      'paragraph',
      'code',
      'list',
      'list',
      'quote',
      'heading',
    ]);
  });

  it.each([
    ['# One', ['One']],
    ['One\n===\n\nTwo\nlines\n---', ['One', 'Two lines']],
    ['```\n# in a fence\n```\n\n    # indented\n\n# real', ['real']],
    ['> # quoted\n\n- # listed\n\n## real', ['real']],
    ['# A *b* [c](d) ![e](f) <i>g</i> &amp; \\# ~~h~~ #', ['A b c e g & # h']],
    ['# `<T>` and ``a`b``', ['<T> and a`b']],
    ['## [1.2.0] - 2024\n\n[1.2.0]: https://example.com', ['1.2.0 - 2024']],
    ['## [1.2.0] - 2024', ['[1.2.0] - 2024']],
    ['#\tTabbed\t#\n#nothing\n####### seven', ['Tabbed']],
    ['# A\u00a0\u00a0B\0', ['A B\ufffd']],
    [`# *${'x'.repeat(2_000)}*`, [`*${'x'.repeat(2_000)}*`]],
  ])('reads the headings of %j', async (content, texts) => {
    const { headings } = await outlineMarkdown(content, runTasks);

    expect(headings.map(({ text }) => text)).toEqual(texts);
  });

  it('outlines by lines what the parser could not read, and says so', async () => {
    const content = 'Intro.\n\n<div>\n# Not *seen* as raw\n\n~~~\n# fenced\n~~~\n| table |\n\n# [x] real';

    const { headings, blocks, approximationReason } = await outlineMarkdown(content, (tasks) =>
      Promise.resolve(tasks.map(() => undefined)),
    );

    expect(approximationReason).toBe('time-limit');
    expect(headings.map(({ text }) => text)).toEqual(['Not *seen* as raw', '[x] real']);
    expect(blocks.map(({ kind, startOffset, endOffset }) => [kind, content.slice(startOffset, endOffset)])).toEqual([
      ['paragraph', 'Intro.'],
      ['paragraph', '<div>'],
      ['heading', '# Not *seen* as raw'],
      ['code', '~~~\n# fenced\n~~~'],
      ['paragraph', '| table |'],
      ['heading', '# [x] real'],
    ]);
  });
});
