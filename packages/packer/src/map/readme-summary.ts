import { type OpeningFence, closesFencedCode, openingFence } from '@lexichord/markdown';
import { unspacedCharacter } from '@lexichord/text-index/internal';

/** Maximum length of a README that is read, in UTF-16 units: the summary comes early. */
const maxReadmeLength = 20_000;

/** Maximum number of blocks that are checked, including titles, badges and menus. */
const maxBlocks = 40;

/** Minimum number of words of a block outside its links; fewer occur in slogans, menus or rows of badges. */
const minOwnWords = 4;

/** Minimum share of letters and digits in the characters of prose. */
const minLetterShare = 0.6;

const readmeName = /^(?:\.github\/)?readme(?:\.(?<ending>md|markdown|rst|adoc|txt))?$/iu;

/** Finds the README of the root or `.github`, Markdown first. */
export function findReadme(paths: ReadonlySet<string>): string | undefined {
  const found = [...paths].filter((path) => readmeName.test(path));
  const rank = (path: string): number =>
    (path.includes('/') ? 10 : 0) + ['md', 'markdown', 'rst', 'adoc', 'txt'].indexOf(endingOf(path));
  return found.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0];
}

/**
 * Returns the first paragraph of prose in a README, as plain text on one line. Supports AsciiDoc and reStructuredText,
 * too.
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
 * Shortens a description to its first two sentences if they fit, otherwise to the first one, or to as many words as
 * fit. On one line.
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

/** Paragraphs and similar blocks, without front matter, comments, code and titles. */
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
  // The last block may be cut, and so may a secret in it.
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
 * Beginnings of blocks that are not paragraphs: titles, tables, lists, directives, definitions of links, alerts,
 * attributes and code.
 */
const noProse =
  /^(?:\s*(?:#|\||[-*+] |\d+[.)] |\.\. |\[![A-Z]+\]|\[[^\]]+\]:|:[\w-]+:|={1,5} |\[[\w,.= -]+\]$)|\t| {4})/u;

/** Links of Markdown and HTML, and bare addresses. */
const links = /\[[^\][]*\](?:\([^()]*\)|\[[^\][]*\])|<a\b[^>]*>[^]{0,500}?<\/a>|https?:\S+/giu;

/** Plain text of a block; `undefined` if it is not prose. */
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

/** Paragraphs that introduce the surrounding text. */
const introduction = /^(?:note|notice|warning|important)\b|:$/iu;

/** Prose in a script without spaces between words. */
const unspacedProse = new RegExp(`${unspacedCharacter}{8}`, 'u');

/** Text without images, tags, addresses and marks, on one line. */
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
