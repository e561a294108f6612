import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

import { drawnWhenChanged } from '../budget/drawn-when-changed.js';
import { textBlocks } from './text-blocks.js';
import { withBreaks } from './with-breaks.js';

/** Line height of the prompt's text, in em: the space of a block before it is drawn. */
const lineHeight = 1.5;

/** A text in blocks; what the browser does not show it does not lay out. Nothing but text nodes, so nothing in it is run. */
export const PromptBlocks = drawnWhenChanged(({ text }: { readonly text: string }): JSX.Element => {
  const blocks = useMemo(() => textBlocks(text), [text]);
  return (
    <>
      {blocks.map((block, index) => (
        <div
          key={index}
          class="prompt-block"
          style={{ containIntrinsicBlockSize: `auto ${String(block.lines * lineHeight)}em` }}
        >
          {withBreaks(block.text)}
        </div>
      ))}
    </>
  );
});
