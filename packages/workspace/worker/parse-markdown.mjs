// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import { loadMarkdownParser } from '@lexichord/markdown';
import { plainHeading, toOneLine } from './plain-heading.mjs';

/** @typedef {import('@lexichord/markdown').MarkdownParser} Parser */

/** Longer headings are given as they are written. */
const maxHeadingLength = 1_000;

/** @type {import('./parse-markdown.mjs').runMarkdownTask} */
export async function runMarkdownTask(task, definedLabels) {
  const parser = await loadMarkdownParser();
  return task.kind === 'blocks'
    ? parseBlocks(parser, task.text, definedLabels)
    : headingTexts(parser, task.lines, definedLabels);
}

/**
 * @param {Parser} parser
 * @param {string} text
 * @param {ReadonlySet<string>} definedLabels
 * @returns {import('./parse-markdown.mjs').MarkdownNode[]}
 */
function parseBlocks(parser, text, definedLabels) {
  const { children } = parser.parseMarkdownBlocks(withoutMark(text));
  return children.map((node) => {
    const startOffset = node.position?.start.offset ?? 0;
    const endOffset = node.position?.end.offset ?? 0;
    if (node.type !== 'heading') return { type: node.type, startOffset, endOffset };
    const line = asOneLine(text, node.children);
    const heading = plainHeading(line) ?? headingTexts(parser, [line], definedLabels)[0];
    return { type: node.type, startOffset, endOffset, level: node.depth, text: heading };
  });
}

/**
 * Headings of one line each are parsed together: starting the parser costs more than a heading.
 *
 * @param {Parser} parser
 * @param {readonly string[]} lines
 * @param {ReadonlySet<string>} definedLabels
 */
function headingTexts(parser, lines, definedLabels) {
  const short = lines.map((line) => (line.length > maxHeadingLength ? '#' : line)).join('\n');
  const { children } = parser.parseMarkdown(short + definitionsFor(short, definedLabels));
  return lines.map((line, index) => {
    const heading = children[index];
    if (heading === undefined || line.length > maxHeadingLength) return toOneLine(line.replace(/^#+/u, ''));
    return toOneLine(parser.plainText(heading));
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
