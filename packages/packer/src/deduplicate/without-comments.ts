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
 * to be read. A language whose comments are not known keeps them.
 */
export function withoutComments(content: string, language: string): string {
  const pattern = familyOf.get(language);
  return pattern === undefined ? content : content.replaceAll(pattern, (_, text: string | undefined) => text ?? '');
}
