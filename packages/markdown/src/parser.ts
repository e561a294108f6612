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
 * The tree of a text. Its positions count lines and columns from 1, and offsets in UTF-16 units.
 *
 * The time is linear in ordinary texts and quadratic in the depth of quotes and lists: the caller limits what it passes.
 *
 * @throws {RangeError} if the nesting is too deep for the stack
 */
export function parseMarkdown(text: string): Root {
  return fromMarkdown(text, everything);
}

/**
 * The same tree as far as blocks go; running text is not parsed, and is one text node for each paragraph, heading or
 * cell. The blocks of a document do not depend on it, and it costs most of the time and all that is known of slow
 * inputs.
 *
 * @throws {RangeError} if the nesting is too deep for the stack
 */
export function parseMarkdownBlocks(text: string): Root {
  return fromMarkdown(text, blocksOnly);
}

/** The words of a node without markup and raw HTML. */
export function plainText(node: Nodes): string {
  return toString(node, { includeHtml: false });
}
