/**
 * Text in a code fence that it cannot close: the fence is longer than any run of backticks inside.
 *
 * @param language shown after the opening fence if it is a plain word
 */
export function fence(content: string, language = ''): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`{3,}/gu)) longest = Math.max(longest, run.length);
  const ticks = '`'.repeat(longest + 1);
  const info = /^[\w+#.-]{1,40}$/u.test(language) ? language : '';
  return `${ticks}${info}\n${content}\n${ticks}`;
}
