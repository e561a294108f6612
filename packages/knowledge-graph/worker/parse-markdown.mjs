// @ts-check
// Plain JavaScript, because a worker thread runs it as it is, whether the package runs from its source or built.
import { loadMarkdownParser } from '@lexichord/markdown';

const { parseMarkdown, plainText } = await loadMarkdownParser();

/** Maximum depth of nested quotes and lists. */
const deepestBlock = 20;

/** @typedef {import('mdast').Nodes} Node */
/** @typedef {import('./reading-task.mjs').MarkdownBlock} Block */

/**
 * The prose of a document, in order, without code, raw HTML and front matter.
 *
 * @param {string} source
 * @returns {Block[]}
 */
export function parseMarkdownBlocks(source) {
  const text = withoutDeepNesting(withoutFrontMatter(source.replace(/^\uFEFF/u, '')));
  const tree = parseMarkdown(text);
  const targets = definitionsIn(tree);
  /** @type {Block[]} */
  const blocks = [];
  addBlocks(tree, { blocks, targets, depth: 0 });
  return blocks;
}

/**
 * The targets of the link labels that the document defines.
 *
 * @param {import('mdast').Root} tree
 */
function definitionsIn(tree) {
  /** @type {Map<string, string>} */
  const targets = new Map();
  for (const node of tree.children) {
    if (node.type === 'definition' && !targets.has(node.identifier)) targets.set(node.identifier, node.url);
  }
  return targets;
}

/** @typedef {{ blocks: Block[], targets: ReadonlyMap<string, string>, depth: number }} Walk */

/**
 * @param {import('mdast').Parents} parent
 * @param {Walk} walk
 */
function addBlocks(parent, walk) {
  const { blocks, targets, depth } = walk;
  if (depth > deepestBlock) return;
  for (const node of parent.children) {
    if (node.type === 'heading') {
      // A heading inside a quote or a list starts no section of the document.
      if (depth === 0)
        blocks.push({ kind: 'heading', depth: node.depth, text: textOf(node, targets), lines: linesOf(node) });
    } else if (node.type === 'paragraph') {
      blocks.push({ kind: 'paragraph', text: textOf(node, targets), lines: linesOf(node) });
    } else if (node.type === 'table') {
      blocks.push({ kind: 'table', rows: node.children.map((row) => rowOf(row, targets)), lines: linesOf(node) });
    } else if (node.type === 'list') {
      addList(node, walk);
    } else if (node.type === 'blockquote' || node.type === 'footnoteDefinition') {
      addBlocks(node, { ...walk, depth: depth + 1 });
    }
  }
}

/**
 * The first paragraphs of the items; their other content follows.
 *
 * @param {import('mdast').List} list
 * @param {Walk} walk
 */
function addList(list, walk) {
  const items = list.children.map((item) => {
    const first = item.children[0];
    const text = first?.type === 'paragraph' ? textOf(first, walk.targets) : { text: '', links: [] };
    return { text, lines: linesOf(item) };
  });
  walk.blocks.push({ kind: 'list', items, lines: linesOf(list) });
  for (const item of list.children) {
    const children = item.children[0]?.type === 'paragraph' ? item.children.slice(1) : item.children;
    addBlocks({ ...item, children }, { ...walk, depth: walk.depth + 1 });
  }
}

/**
 * @param {import('mdast').TableRow} row
 * @param {ReadonlyMap<string, string>} targets
 */
function rowOf(row, targets) {
  return { cells: row.children.map((cell) => textOf(cell, targets)), lines: linesOf(row) };
}

/**
 * @param {import('mdast').Heading | import('mdast').Paragraph | import('mdast').TableCell} node
 * @param {ReadonlyMap<string, string>} targets
 */
function textOf(node, targets) {
  const first = node.children[0];
  const lead = first?.type === 'strong' || first?.type === 'emphasis' ? plain(first) : undefined;
  return { text: plain(node), lead: first?.type === 'strong' ? lead : undefined, links: linksIn(node, targets) };
}

/** @param {Node} node */
function plain(node) {
  return plainText(node).trim();
}

/**
 * @param {Node} node
 * @param {ReadonlyMap<string, string>} targets
 * @returns {string[]}
 */
function linksIn(node, targets) {
  if (node.type === 'link') return [node.url];
  if (node.type === 'linkReference') return [targets.get(node.identifier) ?? []].flat();
  return 'children' in node ? node.children.flatMap((child) => linksIn(child, targets)) : [];
}

/**
 * @param {Node} node
 * @returns {[number, number]}
 */
function linesOf({ position }) {
  return [position?.start.line ?? 1, position?.end.line ?? 1];
}

/**
 * Removes deep nesting: the parser takes time quadratic in the depth of quotes and lists. Documents written by hand are
 * not nested as deeply.
 *
 * @param {string} text
 */
function withoutDeepNesting(text) {
  return text
    .replace(/^(?:[ \t]*(?:>|[-*+](?=\s)|\d{1,9}[.)](?=\s))){31,}.*$/gmu, '')
    .replace(/^[ \t]{100,}/gmu, ' '.repeat(100));
}

/**
 * Removes front matter, which would be read as a heading. Its line breaks are kept, so that the following lines keep
 * their numbers.
 *
 * @param {string} text
 */
function withoutFrontMatter(text) {
  const match = /^---[ \t]*\r?\n(?:[^\n]*\n){0,200}?---[ \t]*(?:\r?\n|$)/u.exec(text);
  if (match === null) return text;
  return match[0].replace(/[^\r\n]/gu, '') + text.slice(match[0].length);
}
