import type { ComponentChildren } from 'preact';

import { splitAtLoneReturns } from './text-blocks.js';

/** A text with a break after each CR on its own. A break is no text: that of the element stays the same. */
export function withBreaks(text: string): ComponentChildren {
  const [first, ...others] = splitAtLoneReturns(text);
  return others.length === 0 ? first : [first, ...others.flatMap((piece) => [<br />, piece])];
}
