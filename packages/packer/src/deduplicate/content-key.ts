import { createHash } from 'node:crypto';

/** Differences that are ignored when contents are compared. */
export interface ContentComparison {
  readonly normalizeWhitespace: boolean;
  readonly ignoreComments: boolean;
  readonly caseSensitive: boolean;
}

/**
 * Returns a key that is equal for equivalent contents: the SHA-256 of the text without ignored differences (T-016
 * AC-096, AC-100). Line ends are always ignored; indentation only in languages where it has no meaning. `undefined` if
 * the rest is empty: such contents are not compared.
 */
export function contentKey(content: string, language: string, comparison: ContentComparison): string | undefined {
  let text = comparison.ignoreComments ? withoutComments(content, language) : content;
  text = comparison.normalizeWhitespace ? withoutWhitespace(text, language) : text.replaceAll(/\r\n?/gu, '\n');
  if (!comparison.caseSensitive) text = text.toLowerCase();
  return text === '' ? undefined : createHash('sha256').update(text).digest('base64');
}

/** Number of UTF-16 units of a sample at each end of a text. */
const sampleLength = 24;

/**
 * Returns a number that is equal for equivalent contents, and mostly differs for others: a hash of the first and last
 * characters that are not whitespace. Takes a hundredth of the time of {@link contentKey}, which is needed only for
 * contents with the same sample.
 */
export function contentSample(content: string, { ignoreComments, caseSensitive }: ContentComparison): number {
  // Any character may be in a comment, and the lower case of one may depend on the next.
  if (ignoreComments || !caseSensitive) return 0;
  return Math.imul(sampleFrom(content, 0, 1), 31) + sampleFrom(content, content.length - 1, -1);
}

/** @param step 1 towards the end of the text, -1 towards its start */
function sampleFrom(content: string, start: number, step: 1 | -1): number {
  let hash = 0;
  let left = sampleLength;
  for (let at = start; at >= 0 && at < content.length && left > 0; at += step) {
    const unit = content.charCodeAt(at);
    if (isWhitespace(unit)) continue;
    hash = (Math.imul(hash, 31) + unit) | 0;
    left -= 1;
  }
  return hash;
}

/** Whether `\s` matches a UTF-16 unit. */
function isWhitespace(unit: number): boolean {
  if (unit < 128) return unit === 32 || (unit >= 9 && unit <= 13);
  return /\s/u.test(String.fromCharCode(unit));
}

/** Languages in which the indentation of a line determines its block. */
const indented: ReadonlySet<string> = new Set([
  ...['python', 'yaml', 'makefile', 'haskell', 'fsharp', 'elm', 'nim', 'sass', 'restructuredtext', 'cython'],
  ...['coffeescript', 'pug', 'haml', 'slim', 'stylus', 'gdscript'],
]);

function withoutWhitespace(text: string, language: string): string {
  if (!indented.has(language)) return text.replaceAll(/\s+/gu, '');
  const lines = text.split(/\r\n?|\n/u).flatMap((line) => {
    const words = line.trimStart();
    if (words === '') return [];
    return [line.slice(0, line.length - words.length) + words.replaceAll(/\s+/gu, '')];
  });
  return lines.join('\n');
}

/** Patterns of strings, which may contain comment marks, and of comments, by language family. */
const patterns = {
  slashes: /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[^])*`)|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)/gu,
  hash: /("""[^]*?"""|'''[^]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<![^\s;])#[^\n\r]*/gu,
  dashes: /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|--[^\n\r]*|\/\*[^]*?(?:\*\/|$)/gu,
  markup: /()<!--[^]*?(?:-->|$)/gu,
} as const;

const families: Readonly<Record<keyof typeof patterns, readonly string[]>> = {
  slashes: [
    ...['c', 'cpp', 'csharp', 'css', 'dart', 'go', 'java', 'javascript', 'javascriptreact', 'jsonc', 'kotlin'],
    ...['objective-c', 'php', 'rust', 'scala', 'scss', 'less', 'swift', 'typescript', 'typescriptreact', 'tsx', 'jsx'],
  ],
  hash: ['python', 'ruby', 'shellscript', 'bash', 'yaml', 'toml', 'perl', 'r', 'dockerfile', 'makefile', 'elixir'],
  dashes: ['sql', 'lua', 'haskell'],
  markup: ['html', 'xml', 'markdown', 'vue', 'svelte'],
};

const familyOf: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(families).flatMap(([family, languages]) =>
    languages.map((language) => [language, patterns[family as keyof typeof patterns]] as const),
  ),
);

/** Removes comments, for comparing only: it need not be exact. Languages without a pattern keep them. */
function withoutComments(content: string, language: string): string {
  const pattern = familyOf.get(language);
  return pattern === undefined ? content : content.replaceAll(pattern, (_, text: string | undefined) => text ?? '');
}
