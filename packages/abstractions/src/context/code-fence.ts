/**
 * A line that opens a fenced code block: three or more backticks, with none after them on the line, or tildes. It may
 * be in a list item. Any indentation is allowed, also at the end of a block, because a cut text has lost the lines that
 * its indentation is relative to.
 */
const opening = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(?:(`{3,})[^`]*$|(~{3,}))/u;

/** The fence that a line opens, such as three backticks, or `undefined`. */
export function fenceOpenedBy(line: string): string | undefined {
  // A search is cheaper than the pattern, and most lines have no marks.
  if (!mayHaveFence(line)) return undefined;
  const [, backticks, tildes] = opening.exec(line) ?? [];
  return backticks ?? tildes;
}

/** Whether a line closes a block that `fence` opened: the same character, at least as often, and nothing else. */
export function closesFence(line: string, fence: string): boolean {
  const text = line.trim();
  return text.length >= fence.length && text === fence.charAt(0).repeat(text.length);
}

/** The fence that is open at the end of a text, or `undefined`. A cut text can end inside a block. */
export function openFenceAtEnd(content: string): string | undefined {
  const line = lineOpenAtEnd(content);
  return line === undefined ? undefined : fenceOpenedBy(line);
}

/** Closes a block that is open at the end of a text, within its list item if it was opened in one. */
export function closeOpenFence(content: string): string {
  const line = lineOpenAtEnd(content);
  const fence = line === undefined ? undefined : fenceOpenedBy(line);
  if (line === undefined || fence === undefined) return content;
  return `${content}\n${line.slice(0, line.indexOf(fence)).replace(/\S/gu, ' ')}${fence}`;
}

/** The line that opened the block in which a text ends. */
function lineOpenAtEnd(content: string): string | undefined {
  if (!mayHaveFence(content)) return undefined;
  let opening: string | undefined;
  let fence: string | undefined;
  for (const line of content.split(/\r\n|\n|\r/u)) {
    if (fence === undefined) {
      fence = fenceOpenedBy(line);
      opening = line;
    } else if (closesFence(line, fence)) {
      fence = undefined;
    }
  }
  return fence === undefined ? undefined : opening;
}

function mayHaveFence(text: string): boolean {
  return text.includes('```') || text.includes('~~~');
}
