/** Marks of a code fence that the content cannot close: longer than any run of backticks in it. */
export function fenceMarks(content: string, language = ''): readonly [opening: string, closing: string] {
  // Only few texts have such a run, and a packed text is measured many times.
  const runs = content.includes('```') ? [...content.matchAll(/`{3,}/gu)] : [];
  const ticks = '`'.repeat(runs.reduce((longest, [run]) => Math.max(longest, run.length), 2) + 1);
  const info = /^[\w+#.-]{1,40}$/u.test(language) ? language : '';
  return [`${ticks}${info}\n`, `\n${ticks}`];
}

/**
 * Text in a code fence that it cannot close.
 *
 * @param language shown after the opening fence if it is a plain word
 */
export function fence(content: string, language = ''): string {
  const [opening, closing] = fenceMarks(content, language);
  return opening + content + closing;
}
