const proseLanguages: ReadonlySet<string> = new Set(['markdown', 'mdx', 'plaintext', 'restructuredtext', 'asciidoc']);

/** Whether a language id means prose. */
export function isProse(language: string): boolean {
  return proseLanguages.has(language);
}
