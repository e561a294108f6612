import { type OpeningFence, closesFencedCode, openingFence } from '@lexichord/markdown';

/** Maximum length of a README that is read, in UTF-16 units: the summary comes early. */
const maxReadmeLength = 20_000;

/** Blocks that are looked at, titles, badges and menus among them. */
const maxBlocks = 40;

/** Words of a block outside of its links; fewer are a slogan's, a menu's or a row of badges. */
const minOwnWords = 4;

/** Letters and digits among the characters of a block that is prose. */
const minLetterShare = 0.6;

const readmeName = /^(?:\.github\/)?readme(?:\.(?<ending>md|markdown|rst|adoc|txt))?$/iu;

/** The README of the root among the paths, Markdown first. */
export function findReadme(paths: ReadonlySet<string>): string | undefined {
  const found = [...paths].filter((path) => readmeName.test(path));
  const rank = (path: string): number =>
    (path.includes('/') ? 10 : 0) + ['md', 'markdown', 'rst', 'adoc', 'txt'].indexOf(endingOf(path));
  return found.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0];
}

/**
 * The first paragraph of a README that is prose, in plain text on one line; of AsciiDoc and reStructuredText, too.
 *
 * @returns `undefined` if there is none near the beginning
 */
export function readmeSummary(readme: string): string | undefined {
  for (const block of blocksOf(readme)) {
    const text = proseOf(block);
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * As much of a description as says what something is: its first two sentences, if they are no longer than that; else
 * the first, or as many words as there is room for. On one line.
 *
 * @param maxLength in UTF-16 units
 */
export function shortDescription(description: string, maxLength: number): string {
  const line = description.slice(0, maxReadmeLength).replaceAll(/\s+/gu, ' ').trim();
  const [first = '', second = ''] = line.split(/(?<=[.!?。！？])\s+(?=\p{Lu}|\p{Lo}|\d|["“(])/u, 2);
  const both = second === '' ? first : `${first} ${second}`;
  const text = both.length <= maxLength ? both : first;
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf(' ', maxLength - 1);
  return `${end > 0 ? text.slice(0, end) : text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/u, '')}…`;
}

function endingOf(path: string): string {
  return readmeName.exec(path)?.groups?.['ending']?.toLowerCase() ?? 'txt';
}

/** Paragraphs and what looks like them, without front matter, comments, code and titles. */
function blocksOf(readme: string): readonly string[] {
  const text = readme
    .slice(0, maxReadmeLength)
    .replaceAll(/\r\n?/gu, '\n')
    .replace(/^---\n[^]*?\n---\n/u, '')
    .replaceAll(/<!--[^]*?(?:-->|$)/gu, '');
  const blocks = withoutFencedCode(text)
    .replaceAll(underlinedTitle, '\n')
    .replaceAll(/<h[1-6]\b[^>]*>[^]{0,500}?<\/h[1-6]>/giu, '\n\n')
    .split(/\n[ \t]*\n|\n(?<=^#[^\n]*\n)|\n(?=#{1,6} )/mu);
  // The last one may be cut, and a secret with it.
  return (readme.length > maxReadmeLength ? blocks.slice(0, -1) : blocks).slice(0, maxBlocks);
}

function withoutFencedCode(text: string): string {
  let open: OpeningFence | undefined;
  const lines = text.split('\n').filter((line) => {
    const fence = open;
    if (fence === undefined) open = openingFence(line);
    else if (closesFencedCode(line, fence)) open = undefined;
    return fence === undefined && open === undefined;
  });
  return lines.join('\n');
}

const underlinedTitle = /^[^\n]*\n[ \t]*(?<mark>[=\-~^"'*+#])\k<mark>{2,}[ \t]*$/gmu;

/**
 * Beginnings of blocks that are no paragraphs: titles, tables, lists, directives, definitions of links, alerts,
 * attributes and code.
 */
const noProse =
  /^(?:\s*(?:#|\||[-*+] |\d+[.)] |\.\. |\[![A-Z]+\]|\[[^\]]+\]:|:[\w-]+:|={1,5} |\[[\w,.= -]+\]$)|\t| {4})/u;

/** Links of Markdown and HTML, and bare addresses. */
const links = /\[[^\][]*\](?:\([^()]*\)|\[[^\][]*\])|<a\b[^>]*>[^]{0,500}?<\/a>|https?:\S+/giu;

/** The plain text of a block; `undefined` if it is no prose. */
function proseOf(block: string): string | undefined {
  const quoted = block.replaceAll(/^ {0,3}> ?/gmu, '').replace(/^\n+/u, '');
  if (noProse.test(quoted.split('\n', 1)[0] ?? '')) return undefined;
  const own = plainText(quoted.replaceAll(links, ' '));
  const words = own.split(' ').filter((word) => /\p{L}/u.test(word)).length;
  if (words < minOwnWords && !unspacedProse.test(own)) return undefined;
  const text = plainText(quoted);
  if (introduction.test(text)) return undefined;
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '').length;
  return letters < text.length * minLetterShare ? undefined : text;
}

/** Marks of a paragraph that introduces the text around it. */
const introduction = /^(?:note|notice|warning|important)\b|:$/iu;

/** Of a script that sets no spaces between words. */
const unspacedProse = /\p{Lo}{8}/u;

/** Without images, tags, addresses and marks, on one line. */
function plainText(markup: string): string {
  return markup
    .replaceAll(/!\[[^\][]*\](?:\([^()]*\)|\[[^\][]*\])?/gu, ' ')
    .replaceAll(/\[(?<text>[^\][]*)\](?:\([^()]*\)|\[[^\][]*\])/gu, '$<text>')
    .replaceAll(/<\/?[a-z][^<>]*>/giu, ' ')
    .replaceAll(/`(?<text>[^`<]+)<[^<>]*>`_{1,2}/gu, '$<text>')
    .replaceAll(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])|`+/gu, '')
    .replaceAll(/&(?<entity>amp|lt|gt|quot|nbsp);/gu, (_, entity: string) => entities[entity] ?? ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ (?=[.,;:!?](?:\s|$))/gu, '')
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
