import { closeOpenFence, fenceOpenedBy } from '@lexichord/abstractions';

import { FenceState } from './fence-state.js';

/** A stretch of HTML: what it begins with, and what ends it. */
interface HtmlStretch {
  readonly begin: RegExp;
  readonly end: RegExp;
}

/** Stretches that go on over blank lines and headings. */
const longStretches: readonly HtmlStretch[] = [
  { begin: /^ {0,3}<!--/u, end: /-->/u },
  { begin: /^ {0,3}<\?/u, end: /\?>/u },
  { begin: /^ {0,3}<!\[CDATA\[/u, end: /\]\]>/u },
  { begin: /^ {0,3}<![a-z]/iu, end: />/u },
  { begin: /^ {0,3}<(?:pre|script|style|textarea)(?=[\s>]|$)/iu, end: /<\/(?:pre|script|style|textarea)>/iu },
];

/** Stretches that begin with any other tag end with a blank line. */
const tagStretch: HtmlStretch = { begin: /^ {0,3}<\/?[a-z]/iu, end: /^\s*$/u };

/**
 * Whether text that follows would be taken for a part of this one, and a heading in it for none: because a comment or the
 * like of it is still open, or a code block that only some readers take for closed, or for one.
 */
export function swallowsWhatFollows(text: string): boolean {
  if (!/<|```|~~~/u.test(text)) return false;
  const lines = closeOpenFence(text).split(/\r\n|\n|\r/u);
  // What looks like a tag may be one or not, depending on what stands behind it.
  return (
    isOpenAfter(lines, longStretches) || (text.includes('<') && isOpenAfter(lines, [...longStretches, tagStretch]))
  );
}

function isOpenAfter(lines: readonly string[], stretches: readonly HtmlStretch[]): boolean {
  const fence = FenceState.strict();
  let open: HtmlStretch | undefined;
  for (const line of lines) {
    if (open !== undefined) {
      // A fence in HTML is none, but the rest of the assembler takes it for one.
      if (fenceOpenedBy(line) !== undefined) return true;
      if (open.end.test(line)) open = undefined;
      continue;
    }
    const begun = fence.isOpen ? undefined : stretches.find(({ begin }) => begin.test(line));
    if (begun === undefined) fence.isWithin(line);
    else if (!begun.end.test(line.replace(begun.begin, '')) || begun === tagStretch) open = begun;
  }
  return fence.isOpen || (open !== undefined && open !== tagStretch);
}
