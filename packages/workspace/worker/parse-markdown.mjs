// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { plainHeading, toOneLine } from './plain-heading.mjs';

/** Longer headings are given as they are written. */
const maxHeadingLength = 1_000;

/**
 * What a document is made of does not depend on what is inside its paragraphs, so the constructs of running text are
 * left out: they cost most of the time, and all that is known of slow inputs.
 */
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

const everything = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

/** @type {import('./parse-markdown.mjs').runMarkdownTask} */
export function runMarkdownTask(task, definedLabels) {
  return task.kind === 'blocks' ? parseBlocks(task.text, definedLabels) : headingTexts(task.lines, definedLabels);
}

/**
 * @param {string} text
 * @param {ReadonlySet<string>} definedLabels
 * @returns {import('./parse-markdown.mjs').MarkdownNode[]}
 */
function parseBlocks(text, definedLabels) {
  const { children } = fromMarkdown(withoutMark(text), blocksOnly);
  return children.map((node) => {
    const startOffset = node.position?.start.offset ?? 0;
    const endOffset = node.position?.end.offset ?? 0;
    if (node.type !== 'heading') return { type: node.type, startOffset, endOffset };
    const line = asOneLine(text, node.children);
    const heading = plainHeading(line) ?? headingTexts([line], definedLabels)[0];
    return { type: node.type, startOffset, endOffset, level: node.depth, text: heading };
  });
}

/**
 * Headings of one line each are parsed together: starting the parser costs more than a heading.
 *
 * @param {readonly string[]} lines
 * @param {ReadonlySet<string>} definedLabels
 */
function headingTexts(lines, definedLabels) {
  const short = lines.map((line) => (line.length > maxHeadingLength ? '#' : line)).join('\n');
  const { children } = fromMarkdown(short + definitionsFor(short, definedLabels), everything);
  return lines.map((line, index) => {
    const heading = children[index];
    if (heading === undefined || line.length > maxHeadingLength) return toOneLine(line.replace(/^#+/u, ''));
    return toOneLine(toString(heading, { includeHtml: false }));
  });
}

/**
 * The words of a heading as a heading of one line: those of an underlined one could be read as something else when
 * they stand alone.
 *
 * @param {string} text
 * @param {import('mdast').PhrasingContent[]} words
 */
function asOneLine(text, words) {
  const startOffset = words[0]?.position?.start.offset ?? 0;
  const endOffset = words.at(-1)?.position?.end.offset ?? 0;
  return `# ${text.slice(startOffset, endOffset).replace(/[\r\n]+/gu, ' ')} #`;
}

/**
 * The parser drops a byte order mark at the beginning. Here it is in the middle of a document, and is text: another
 * character without width takes its place.
 *
 * @param {string} text
 */
function withoutMark(text) {
  return text.replace(/^\uFEFF/u, '\u2060');
}

/**
 * `[1.2.0]` in a heading is a link if the document defines that label somewhere.
 *
 * @param {string} markdown
 * @param {ReadonlySet<string>} definedLabels
 */
function definitionsFor(markdown, definedLabels) {
  const labels = [...markdown.matchAll(/\[([^[\]]{1,200})\]/gu)].map((match) => match[1] ?? '');
  const defined = new Set(labels.filter((label) => definedLabels.has(label.toLowerCase())));
  return [...defined].map((label) => `\n\n[${label}]: #`).join('');
}
