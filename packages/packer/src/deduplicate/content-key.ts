import { createHash } from 'node:crypto';

/** Which differences do not matter. */
export interface ContentComparison {
  readonly normalizeWhitespace: boolean;
  readonly ignoreComments: boolean;
  readonly caseSensitive: boolean;
}

/**
 * Equal for contents that say the same: the SHA-256 of what remains when the differences that do not matter are gone
 * (T-016 AC-096, AC-100). How lines end never matters; how they are indented does in languages that read it.
 * `undefined` when nothing remains: such contents are not compared.
 */
export function contentKey(content: string, language: string, comparison: ContentComparison): string | undefined {
  let text = comparison.ignoreComments ? withoutComments(content, language) : content;
  text = comparison.normalizeWhitespace ? withoutWhitespace(text, language) : text.replaceAll(/\r\n?/gu, '\n');
  if (!comparison.caseSensitive) text = text.toLowerCase();
  return text === '' ? undefined : createHash('sha256').update(text).digest('base64');
}

/** Languages in which the indentation of a line determines its block. */
const indented: ReadonlySet<string> = new Set([
  ...['python', 'yaml', 'makefile', 'haskell', 'fsharp', 'elm', 'nim', 'sass', 'restructuredtext', 'cython'],
  ...['coffeescript', 'pug', 'haml', 'slim', 'stylus', 'gdscript'],
]);

function withoutWhitespace(text: string, language: string): string {
  if (!indented.has(language)) return text.replaceAll(/\s+/gu, '');
  const lines = text.split(/\r\n?|\n/u).filter((line) => line.trim() !== '');
  return lines.map((line) => (/^\s*/u.exec(line)?.[0] ?? '') + line.replaceAll(/\s+/gu, '')).join('\n');
}

/** Strings, which may hold what looks like a comment, then comments, each kind of language in its own way. */
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

/**
 * The text without its comments, for comparing: good enough to see that two texts differ in comments alone, not meant
 * to be read. A language without listed comments keeps them.
 */
function withoutComments(content: string, language: string): string {
  const pattern = familyOf.get(language);
  return pattern === undefined ? content : content.replaceAll(pattern, (_, text: string | undefined) => text ?? '');
}
