/** A text up to a length in UTF-16 units, well-formed and without surrounding white space; a cut text is marked. */
export function cutText(text: string, limit: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= limit) return trimmed.toWellFormed();
  const isPairSplit = (trimmed.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return `${trimmed
    .slice(0, limit - (isPairSplit ? 1 : 0))
    .toWellFormed()
    .trimEnd()} …`;
}

/** Characters that may end a line, or that a terminal or a parser treats as commands. */
const notOnOneLine = /[\p{Cc}\u2028\u2029]+/gu;

/** A text on one line. */
export function onOneLine(text: string): string {
  return text.replace(notOnOneLine, ' ').trim();
}
