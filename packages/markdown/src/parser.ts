import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';

/** CommonMark and GitHub's additions: tables, footnotes, task items, strikethrough and bare links. */
const everything = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

const blocksOnly = {
  extensions: [
    { ...gfm(), text: {} },
    {
      disable: {
        null: [
          'attention',
          'autolink',
          'characterEscape',
          'characterReference',
          'codeText',
          'hardBreakEscape',
          'htmlText',
          'labelEnd',
          'labelStartImage',
          'labelStartLink',
        ],
      },
    },
  ],
  mdastExtensions: [gfmFromMarkdown()],
};

/**
 * Parses a text into a tree. Its positions count lines and columns from 1, and offsets in UTF-16 units.
 *
 * The time is linear in ordinary texts and quadratic in the depth of quotes and lists: the caller limits the input.
 *
 * @throws {RangeError} if the nesting is too deep for the stack
 */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, everything);
}

/**
 * Parses only the blocks of a text; the text of each paragraph, heading or cell is one text node. The blocks of a
 * document do not depend on inline parsing, which takes most of the time and causes all known slow inputs.
 *
 * @throws {RangeError} if the nesting is too deep for the stack
 */
export function parseMarkdownBlocks(text: string): Root {
  return fromMarkdown(text, blocksOnly);
}

/** The text of a node without markup and raw HTML. */
export function plainText(node: Nodes): string {
  return toString(node, { includeHtml: false });
}
