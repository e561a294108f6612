/** A line that opens a fenced code block: up to three spaces, then three or more backticks or tildes. */
const opening = /^ {0,3}(`{3,}|~{3,})/u;

/** The fence that a line opens, such as three backticks, or `undefined`. */
export function fenceOpenedBy(line: string): string | undefined {
  return opening.exec(line)?.[1];
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
