const proseLanguages: ReadonlySet<string> = new Set(['markdown', 'mdx', 'plaintext', 'restructuredtext', 'asciidoc']);

/** Whether a language id stands for text that people write for people. */
export function isProse(language: string): boolean {
  return proseLanguages.has(language);
}
