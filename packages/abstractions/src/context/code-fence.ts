/**
 * A line that opens a fenced code block: three or more backticks, with none after them on the line, or tildes. It may
 * stand in a list item. Any indentation is allowed, here and where a block is closed, because a text that was cut has
 * lost what its indentation counts from.
 */
const opening = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:(`{3,})[^`]*|(~{3,}).*)$/u;

/** The fence that a line opens, such as three backticks, or `undefined`. */
export function fenceOpenedBy(line: string): string | undefined {
  const [, backticks, tildes] = opening.exec(line) ?? [];
  return backticks ?? tildes;
}

/** Whether a line closes a block that `fence` opened: the same character, at least as often, and nothing else. */
export function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}

/** The fence that is still open where a text ends, or `undefined`. A text that was cut can end inside a block. */
export function openFenceAtEnd(content: string): string | undefined {
  if (!content.includes('```') && !content.includes('~~~')) return undefined;
  let open: string | undefined;
  for (const line of content.split(/\r\n|\n|\r/u)) {
    if (open === undefined) open = fenceOpenedBy(line);
    else if (closesFence(line, open)) open = undefined;
  }
  return open;
}
