/** At most so many UTF-16 units of a text, well-formed and without white space around it; marked when it is cut. */
export function cutText(text: string, limit: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= limit) return trimmed.toWellFormed();
  const isPairSplit = (trimmed.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return `${trimmed
    .slice(0, limit - (isPairSplit ? 1 : 0))
    .toWellFormed()
    .trimEnd()} …`;
}

/** Characters that end a line somewhere, or that a terminal or a parser takes for a command. */
const notOnOneLine = /[\p{Cc}\u2028\u2029]+/gu;

/** A text made fit for a single line. */
export function onOneLine(text: string): string {
  return text.replace(notOnOneLine, ' ').trim();
}
