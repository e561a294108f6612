import { closeOpenFence, fenceOpenedBy } from '@lexichord/abstractions';
import { type HtmlBlockKind, lastingHtmlBlocks } from '@lexichord/markdown';

import { FenceState } from './fence-state.js';

/** An HTML block that begins with any other tag ends with a blank line. */
const tagBlock: HtmlBlockKind = { start: /^ {0,3}<\/?[a-z]/iu, end: /^\s*$/u };

/**
 * Whether text that follows would be taken for a part of this one, and a heading in it for none: because a comment or the
 * like of it is still open, or a code block that only some readers take for closed, or for one.
 */
export function swallowsWhatFollows(text: string): boolean {
  if (!/<|```|~~~/u.test(text)) return false;
  const lines = closeOpenFence(text).split(/\r\n|\n|\r/u);
  // What looks like a tag may be one or not, depending on what stands behind it.
  return (
    isOpenAfter(lines, lastingHtmlBlocks) ||
    (text.includes('<') && isOpenAfter(lines, [...lastingHtmlBlocks, tagBlock]))
  );
}

function isOpenAfter(lines: readonly string[], kinds: readonly HtmlBlockKind[]): boolean {
  const fence = FenceState.strict();
  let open: HtmlBlockKind | undefined;
  for (const line of lines) {
    if (open !== undefined) {
      // A fence in HTML is none, but the rest of the assembler takes it for one.
      if (fenceOpenedBy(line) !== undefined) return true;
      if (open.end.test(line)) open = undefined;
      continue;
    }
    const begun = fence.isOpen ? undefined : kinds.find(({ start }) => start.test(line));
    if (begun === undefined) fence.isWithin(line);
    else if (!begun.end.test(line.replace(begun.start, '')) || begun === tagBlock) open = begun;
  }
  return fence.isOpen || (open !== undefined && open !== tagBlock);
}
